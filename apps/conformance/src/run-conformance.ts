#!/usr/bin/env node
/**
 * `npm run conformance`: runs the official suite against the fixture on every route, including the gateway and replicas behind
 * a proxy, and against the gateway's upstream side as a client. Fails when a single check does.
 */
import { Command, Option } from 'commander';
import { judgeClients } from './judging/judge-clients.js';
import { judgeGateway } from './judging/judge-gateway.js';
import { judgeRuns, requirementRuns, runOfScenario, type JudgeRun } from './judging/judge-runs.js';
import { JudgeError, prepareJudge, type Judge } from './judging/prepare-judge.js';
import { runSuite } from './judging/run-suite.js';
import { replicasCommand, startFixture } from './judging/start-fixture.js';
import type { Verdict } from './judging/verdict.js';
import { describeCell, describeRun, writeCells, writeTable, type JudgedRun } from './judging/write-report.js';

const parts = ['server', 'client', 'gateway', 'replicas'] as const;

interface Wanted {
  readonly scenario?: string;
  readonly only?: (typeof parts)[number];
}

const program = new Command('conformance')
  .description('Runs the official conformance suite against the fixture, our client side and the gateway.')
  .option('--scenario <name>', 'run only this one, at the newest revision that has it')
  .addOption(new Option('--only <part>', 'run only this part').choices(parts));

async function main(): Promise<void> {
  try {
    const judge = await prepareJudge();
    console.log(`Judged by @modelcontextprotocol/conformance ${judge.version}.`);
    const failed = await judgeAll(judge, program.parse().opts<Wanted>());
    console.log(
      failed === 0 ? 'No check failed.' : `${failed} checks failed, or the server reported a fault: see above.`,
    );
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** @returns the number of failures: checks, and faults that the server reported */
async function judgeAll(judge: Judge, { scenario, only }: Wanted): Promise<number> {
  if (scenario !== undefined) return (await judgeServer(judge, [runOfScenario(scenario)])).failed;
  const isWanted = (part: (typeof parts)[number]): boolean => only === undefined || only === part;
  const judgeOurClient = async (): Promise<number> => report(await judgeClients(judge));
  const judgeServers = async (): Promise<ServerVerdicts> => {
    const ofReplicas = isWanted('replicas') ? await judgeReplicas(judge) : 0;
    if (!isWanted('server')) return { failed: ofReplicas, direct: new Map() };
    const { failed, direct } = await judgeServer(judge, judgeRuns);
    return { failed: ofReplicas + failed, direct };
  };
  // Both wait most of the time. Routes through the gateway come later, since four of them are judged at a time.
  const [ofClient, { failed, direct }] = await Promise.all([isWanted('client') ? judgeOurClient() : 0, judgeServers()]);
  return ofClient + failed + (isWanted('gateway') ? await judgeRoutes(judge, direct) : 0);
}

/** Judges three replicas behind nginx, which balances requests over them. */
async function judgeReplicas(judge: Judge): Promise<number> {
  const fixture = await startFixture(replicasCommand);
  const judged: JudgedRun[] = [];
  for (const run of requirementRuns) {
    const title = `${run.title}, three replicas behind nginx`;
    judged.push({ run: { ...run, title }, verdict: await runSuite(judge, run, fixture.url) });
  }
  await fixture.stop();
  return report(judged) + fixture.faultCount;
}

interface ServerVerdicts {
  /** Failed checks, and faults that the server reported. */
  readonly failed: number;
  readonly direct: ReadonlyMap<JudgeRun, Verdict>;
}

async function judgeServer(judge: Judge, runs: readonly JudgeRun[]): Promise<ServerVerdicts> {
  const fixture = await startFixture();
  const judged: JudgedRun[] = [];
  for (const run of runs) judged.push({ run, verdict: await runSuite(judge, run, fixture.url) });
  await fixture.stop();
  const failed = report(judged) + countFaults(fixture);
  return { failed, direct: new Map(judged.map(({ run, verdict }) => [run, verdict])) };
}

/** @param direct the verdicts without the gateway; missing ones are judged too */
async function judgeRoutes(judge: Judge, direct: ReadonlyMap<JudgeRun, Verdict>): Promise<number> {
  const fixture = await startFixture();
  const cells = await judgeGateway(judge, fixture.url, direct);
  await fixture.stop();
  for (const line of cells.flatMap(describeCell)) console.log(line);
  console.log(writeCells(cells));
  return cells.reduce((sum, { lost }) => sum + lost.length, 0) + countFaults(fixture);
}

/** Prints how many faults the server reported, if there are any. */
function countFaults({ faultCount }: { readonly faultCount: number }): number {
  if (faultCount > 0) console.log(`The server reported ${faultCount} faults of its own, see above.`);
  return faultCount;
}

function report(judged: readonly JudgedRun[]): number {
  for (const one of judged) console.log(describeRun(one));
  if (judged.length > 0) console.log(writeTable(judged));
  return judged.reduce((sum, { verdict }) => sum + verdict.failures.length, 0);
}

await main();
