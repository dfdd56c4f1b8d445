/**
 * Measures progress notifications over HTTP, read as fast as they arrive: the rate, the cost of each, and the time of the first.
 */
import { inRounds, runLoad, withRunning } from '../measuring/measuring.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureStreaming(run) {
  const figures = [];
  for (const mode of /** @type {const} */ (['legacy', 'modern'])) {
    const subjects = run.subjects.filter((subject) => subject.progress && subject.modes.includes(mode));
    const measured = await withRunning(subjects, { progress: true }, (running) =>
      inRounds(run, {
        scenario: `progress, ${mode}`,
        subjects,
        async measure({ name }) {
          const { port, path, namespace, pid } = /** @type {import('../measuring/subjects.mjs').Running} */ (
            running.get(name)
          );
          const times = { seconds: run.seconds, warmUpSeconds: run.seconds };
          const order = { ...times, port, path, namespace, pid, mode, tools: 3, connections: 1 };
          const many = await runLoad('run-load', { ...order, what: 'progress' });
          const first = await runLoad('run-load', { ...order, what: 'first-event' });
          return {
            'events/s': many.events / many.seconds,
            'CPU µs per event': many.cpuMicros / many.events,
            'first event, ms': middleOf(first.firstEventMs),
          };
        },
      }),
    );
    figures.push(...measured);
  }
  return figures;
}

/** @param {number[]} values */
function middleOf(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
