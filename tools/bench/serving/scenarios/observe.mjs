/**
 * Measures calls of an observed deployed server, against the same server without observation.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { observedWith } from '../measuring/subjects.mjs';
import { inRounds, runLoad, warmUp, withRunning } from '../measuring/measuring.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run whose own subjects are ignored here */
export async function measureObserve(run) {
  const collector = await openCollector();
  try {
    const observed = observedWith(collector.url);
    return await measureEach(run, observed);
  } finally {
    collector.close();
  }
}

/** @param {import('../measuring/measuring.mjs').Run} run @param {ReturnType<typeof observedWith>} observed */
function measureEach(run, observed) {
  const order = { mode: 'modern', tools: 3, connections: 16, what: 'call' };
  return withRunning(observed, { tools: 3 }, async (running) => {
    await warmUp(running, order);
    return inRounds(run, {
      scenario: 'calls, modern, observed; ratios to the same server that is not',
      subjects: observed,
      async measure({ name }) {
        const { port, path, pid } = /** @type {import('../measuring/subjects.mjs').Running} */ (running.get(name));
        const times = { seconds: run.seconds, warmUpSeconds: 0.2 };
        const { answers, cpuMicros } = await runLoad('run-load', { ...order, ...times, port, path, pid });
        return { 'CPU µs per call': cpuMicros / answers };
      },
    });
  });
}

/** Opens a collector that discards spans, in this process, so that its work is not the server's. */
async function openCollector() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/v1/traces`, close };
}
