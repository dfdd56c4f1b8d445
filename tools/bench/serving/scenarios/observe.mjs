/**
 * Calls of a deployed server that is observed, held against the same server that is not.
 */
import { observed } from '../measuring/subjects.mjs';
import { inRounds, runLoad, warmUp, withRunning } from '../measuring/measuring.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run whose own subjects do not matter here */
export function measureObserve(run) {
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
