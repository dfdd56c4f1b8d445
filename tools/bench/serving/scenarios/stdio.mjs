/**
 * Measures calls over stdio: one at a time, and 64 in flight.
 */
import { inRounds, runLoad } from '../measuring/measuring.mjs';
import { stdioCommand } from '../measuring/subjects.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureStdio(run) {
  const subjects = run.subjects.filter((subject) => subject.stdio);
  const figures = [];
  for (const inFlight of [64, 1]) {
    const measured = await inRounds(run, {
      scenario: `stdio, ${inFlight} in flight`,
      subjects,
      async measure(subject) {
        const times = { seconds: run.seconds, warmUpSeconds: Math.max(1, run.seconds) };
        const order = { ...times, inFlight, command: stdioCommand(subject, 3) };
        const { answers, cpuMicros, seconds } = await runLoad('run-stdio-load', order);
        return { 'CPU µs per call': cpuMicros / answers, 'calls/s': answers / seconds };
      },
    });
    figures.push(...measured);
  }
  return figures;
}
