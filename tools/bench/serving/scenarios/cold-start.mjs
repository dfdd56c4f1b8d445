/**
 * Measures the time from the start of the process to its first list, with 3 and with 1,000 tools.
 */
import { inRounds, runLoad } from '../measuring/measuring.mjs';
import { stdioCommand } from '../measuring/subjects.mjs';

/** @param {import('../measuring/measuring.mjs').Run} run */
export async function measureColdStart(run) {
  const subjects = run.subjects.filter((subject) => subject.stdio);
  const figures = [];
  for (const tools of [3, 1000]) {
    const measured = await inRounds(run, {
      scenario: `cold start, ${tools} tools`,
      subjects,
      async measure(subject) {
        const { cpuMs, wallMs } = await runLoad('run-cold-start', { command: stdioCommand(subject, tools), tools });
        return { 'CPU ms': cpuMs, 'wall ms': wallMs };
      },
    });
    figures.push(...measured);
  }
  return figures;
}
