/**
 * Measures memory: resident while idle with 3 and with 1,000 tools, and heap for each session and each open stream.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inRounds } from '../measuring/measuring.mjs';
import { rssMbOf } from '../load/process-cost.mjs';
import { startSubject } from '../measuring/subjects.mjs';

/** Below every subject's default limit of sessions. */
const many = 500;
const probe = fileURLToPath(new URL('../heap-probe.mjs', import.meta.url));
const opener = fileURLToPath(new URL('../load/run-many.mjs', import.meta.url));

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureMemory(run) {
  const subjects = run.subjects.filter((subject) => subject.modes.includes('legacy'));
  const idle = await inRounds(run, {
    scenario: 'memory, idle',
    subjects,
    measure: async (subject) => ({
      'RSS MB, 3 tools': await idleMemory(subject, 3),
      'RSS MB, 1,000 tools': await idleMemory(subject, 1000),
    }),
  });
  const held = await inRounds(
    { ...run, rounds: 1 },
    {
      scenario: `memory, ${many} sessions`,
      subjects: subjects.filter(({ name }) => name !== 'koa'),
      measure: async (subject) => {
        const session = await heapPer(subject, { streams: false });
        return {
          'heap kB per session': session,
          'heap kB per stream': (await heapPer(subject, { streams: true })) - session,
        };
      },
    },
  );
  return [...idle, ...held];
}

/** @param {import('../measuring/subjects.mjs').Subject} subject @param {number} tools */
async function idleMemory(subject, tools) {
  const { pid, stop } = await startSubject(subject, { tools });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const megabytes = rssMbOf(pid);
  await stop();
  return megabytes;
}

/** @param {import('../measuring/subjects.mjs').Subject} subject @param {{ streams: boolean }} held */
async function heapPer(subject, { streams }) {
  const { child, port, path, stop } = await startSubject(subject, {
    nodeArgs: ['--expose-gc', '--import', probe],
    ipc: true,
  });
  await hold({ port, path, count: 20, streams: false }); // excludes objects created once, with the first sessions
  const before = await heapOf(child);
  let after = before;
  await hold({ port, path, count: many, streams }, async () => (after = await heapOf(child)));
  await stop();
  return (after - before) / many / 1024;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} bytes */
async function heapOf(child) {
  child.send('collect');
  const [{ heapUsed }] = await once(child, 'message');
  return heapUsed;
}

/** @param {object} order @param {() => Promise<unknown>} [look] while they are open */
async function hold(order, look) {
  const child = spawn(process.execPath, [opener, JSON.stringify(order)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('the sessions could not be opened');
  await look?.();
  child.stdin.end();
  await ended;
}
