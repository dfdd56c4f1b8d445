/**
 * Runs the hostile cases against the benchmark's own program, in a separate process, over the wire.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runHostileHttp, runHostileLines, type HostileLines, type HostileTarget } from '@sigil/testing/contracts';
import { beforeAll } from 'vitest';
import { buildWork } from './served-tools/build-work.mjs';
import { startSubject, subjects } from './measuring/subjects.mjs';

const ours = subjects.find(({ name }) => name === 'sigil')!;
const probe = fileURLToPath(new URL('heap-probe.mjs', import.meta.url));

beforeAll(() => buildWork({ tools: 3, progress: false }));

runHostileHttp('the benched server', 'stateful', () => open({ stateless: false }));
runHostileHttp('the benched server without sessions', 'stateless', () => open({ stateless: true }));
runHostileLines('the benched server over stdio', openLines);

async function open(options: { readonly stateless: boolean }): Promise<HostileTarget> {
  const { child, port, stop } = await startSubject(ours, {
    ...options,
    nodeArgs: ['--expose-gc', '--import', probe],
    ipc: true,
  });
  const look = async () => {
    child.send('look');
    const [{ heapUsed, handles, faults }] = await once(child, 'message');
    return { heapBytes: heapUsed, handles, faults };
  };
  return {
    port,
    hasPages: true,
    measure: look,
    countFaults: async () => (await look()).faults,
    close: stop,
  };
}

function openLines(): Promise<HostileLines> {
  const server = spawn(process.execPath, [ours.script, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  return Promise.resolve({
    send: (bytes) => void server.stdin.write(bytes),
    next: async () => String((await lines.next()).value),
    async close() {
      const ended = once(server, 'exit');
      server.stdin.end();
      await ended;
    },
  });
}
