/**
 * `npm test`: runs every step a change must pass, each with its time, and prints one closing line with counts.
 *
 * A failed step prints its output and the next ones still run, so that one run reports everything. In the closing line a
 * failed step counts as one failure beside the failed tests.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAloud, runQuietly } from './run-command.mjs';
import { checkSteps, firstSteps, testStep } from './steps.mjs';
import { readCounts, summarise } from './summary.mjs';

/** @type {string[]} */
const failedSteps = [];
for (const step of firstSteps) await runStep(step);
// Run in parallel: most of them use one core.
await Promise.all(checkSteps.map(runStep));

const counts = await runTests();
const summary = summarise(counts, failedSteps);
for (const line of summary.lines) console.log(line);
process.exitCode = summary.isGreen ? 0 : 1;

/** @param {import('./steps.mjs').Step} step */
async function runStep({ name, args }) {
  const outcome = await runQuietly(args);
  report(name, outcome);
  if (outcome.isGreen) return;
  console.log(outcome.output);
  failedSteps.push(name);
}

/** @returns {Promise<import('./summary.mjs').Counts>} */
async function runTests() {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-tests-'));
  const reportFile = join(folder, 'report.json');
  try {
    const outcome = await runAloud(testStep(reportFile).args);
    report('test', outcome);
    return readCounts(await readFile(reportFile, 'utf8').catch(() => undefined), outcome.isGreen);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} name @param {import('./run-command.mjs').Outcome} outcome */
function report(name, outcome) {
  console.log(`${outcome.isGreen ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${outcome.seconds.toFixed(1).padStart(6)} s`);
}
