/**
 * Measures `tools/list` of 1,000 tools in one answer.
 */
import { inRounds, runLoad, warmUp, withRunning } from '../measuring/measuring.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureLists(run) {
  const figures = [];
  for (const mode of /** @type {const} */ (['modern', 'stateless'])) {
    const subjects = run.subjects.filter((subject) => subject.modes.includes(mode));
    const measured = await withRunning(subjects, { tools: 1000, stateless: mode === 'stateless' }, async (running) => {
      // Lists are large and few: without a warm-up they would be measured while the server's code is still being compiled.
      await warmUp(running, { mode, tools: 1000, connections: 16, what: 'call' });
      return inRounds(run, {
        scenario: `list of 1,000 tools, ${mode}`,
        subjects,
        async measure({ name }) {
          const { port, path, namespace, pid } = /** @type {import('../measuring/subjects.mjs').Running} */ (
            running.get(name)
          );
          const times = { seconds: run.seconds, warmUpSeconds: run.seconds };
          const order = { ...times, port, path, namespace, pid, mode, tools: 1000, connections: 2, what: 'list' };
          const { answers, cpuMicros } = await runLoad('run-load', order);
          return { 'CPU ms per list': cpuMicros / answers / 1_000 };
        },
      });
    });
    figures.push(...measured);
  }
  return figures;
}
