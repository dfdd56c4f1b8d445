#!/usr/bin/env node
/**
 * `npm run conformance`: serves the fixture on a free port, lets the official suite judge it in every way, and fails when a
 * single check does.
 */
import { Command } from 'commander';
import { judgeRuns, runOfScenario, type JudgeRun } from './judging/judge-runs.js';
import { JudgeError, prepareJudge, type Judge } from './judging/prepare-judge.js';
import { runSuite } from './judging/run-suite.js';
import { startFixture } from './judging/start-fixture.js';
import { describeRun, writeTable, type JudgedRun } from './judging/write-report.js';

const program = new Command('conformance')
  .description('Runs the official conformance suite against the fixture.')
  .option('--scenario <name>', 'run only this one, at the newest revision that has it');

async function main(): Promise<void> {
  const { scenario } = program.parse().opts<{ scenario?: string }>();
  try {
    const judge = await prepareJudge();
    console.log(`Judged by @modelcontextprotocol/conformance ${judge.version}.`);
    const runs = scenario === undefined ? judgeRuns : [runOfScenario(scenario)];
    const { judged, faultCount } = await judgeAll(judge, runs);
    console.log(writeTable(judged));
    const failed = judged.reduce((sum, { verdict }) => sum + verdict.failures.length, 0);
    console.log(failed === 0 ? 'No check failed.' : `${failed} checks failed.`);
    if (faultCount > 0) console.log(`The server reported ${faultCount} faults of its own, see above.`);
    process.exitCode = failed + faultCount === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

interface Judged {
  readonly judged: readonly JudgedRun[];
  readonly faultCount: number;
}

async function judgeAll(judge: Judge, runs: readonly JudgeRun[]): Promise<Judged> {
  const fixture = await startFixture();
  const judged: JudgedRun[] = [];
  for (const run of runs) {
    const one = { run, verdict: await runSuite(judge, run, fixture.url) };
    console.log(describeRun(one));
    judged.push(one);
  }
  await fixture.stop();
  return { judged, faultCount: fixture.faultCount };
}

await main();
