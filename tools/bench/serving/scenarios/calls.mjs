/**
 * Measures calls over HTTP: each mode, at 1, 16 and 64 at a time, with 3 and with 1,000 tools.
 */
import { inRounds, runLoad, warmUp, withRunning } from '../measuring/measuring.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureCalls(run) {
  const figures = [];
  for (const tools of run.tools) {
    for (const mode of run.modes) {
      const subjects = run.subjects.filter((subject) => subject.modes.includes(mode));
      const options = { tools, stateless: mode === 'stateless' };
      const measured = await withRunning(subjects, options, async (running) => {
        await warmUp(running, { mode, tools, connections: 16, what: 'call' });
        const figures = [];
        for (const connections of tools === 3 ? [16, 64, 1] : [16, 64]) {
          figures.push(...(await measureAt(run, { subjects, running, order: { mode, tools, connections } })));
        }
        return figures;
      });
      figures.push(...measured);
    }
  }
  return figures;
}

/**
 * @param {import('../measuring/measuring.mjs').Run} run
 * @param {{ subjects: readonly import('../measuring/subjects.mjs').Subject[], running: ReadonlyMap<string, import('../measuring/subjects.mjs').Running>, order: { mode: string, tools: number, connections: number } }} plan
 */
function measureAt(run, { subjects, running, order }) {
  const scenario = `calls, ${order.mode}, ${order.tools} tools, ${order.connections} at a time`;
  return inRounds(run, {
    scenario,
    subjects,
    async measure({ name }) {
      const { port, path, namespace, pid } = /** @type {import('../measuring/subjects.mjs').Running} */ (
        running.get(name)
      );
      const times = { seconds: run.seconds, warmUpSeconds: 0.2 };
      const { answers, cpuMicros, seconds } = await runLoad('run-load', {
        ...order,
        ...times,
        port,
        path,
        namespace,
        pid,
        what: 'call',
      });
      return { 'CPU µs per call': cpuMicros / answers, 'calls/s': answers / seconds };
    },
  });
}
