/**
 * Judges the gateway's upstream side as a client: the suite starts a server for each scenario, and our program as its client.
 */
import { runConcurrently } from './run-concurrently.js';
import { clientRuns, type JudgeRun } from './judge-runs.js';
import type { Judge } from './prepare-judge.js';
import { judgeClient } from './run-suite.js';
import type { Verdict } from './verdict.js';
import type { JudgedRun } from './write-report.js';

/** Scenarios at a time: each starts two programs, and then waits most of the time. */
const lanes = 3;

/** Judges one run after the other. */
export async function judgeClients(judge: Judge): Promise<readonly JudgedRun[]> {
  const judged: JudgedRun[] = [];
  for (const { title, revision, scenarios } of clientRuns) {
    const verdicts = await runConcurrently(scenarios, lanes, (scenario) => judgeClient(judge, scenario, revision));
    const run: JudgeRun = { title, args: [] };
    judged.push({ run, verdict: sumOf(verdicts) });
  }
  return judged;
}

function sumOf(verdicts: readonly Verdict[]): Verdict {
  const total = (member: 'scenarios' | 'skipped'): number =>
    verdicts.reduce((sum, verdict) => sum + verdict[member], 0);
  return {
    scenarios: total('scenarios'),
    successes: verdicts.flatMap(({ successes }) => successes),
    skipped: total('skipped'),
    failures: verdicts.flatMap(({ failures }) => failures),
    warnings: verdicts.flatMap(({ warnings }) => warnings),
  };
}
