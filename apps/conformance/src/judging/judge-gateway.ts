/**
 * Judges the fixture through the gateway, on every way and as a client of either era, and compares with what it does directly.
 */
import { findLost, gatewayCells, serverFor, type CellVerdicts } from './gateway-cells.js';
import { requirementRuns, runOfScenario, type JudgeRun } from './judge-runs.js';
import type { Judge } from './prepare-judge.js';
import { runSuite } from './run-suite.js';
import { startGateway } from './start-gateway.js';
import type { Finding, Verdict } from './verdict.js';

/** One way through the gateway, judged as a client of one era. */
export interface JudgedCell extends CellVerdicts {
  readonly lost: readonly Finding[];
}

/** Not judged. */
const firstCalls = runOfScenario('server-stateless');

/** @param direct the verdicts without the gateway; what is missing is judged now */
export async function judgeGateway(
  judge: Judge,
  fixtureUrl: string,
  direct: ReadonlyMap<JudgeRun, Verdict>,
): Promise<readonly JudgedCell[]> {
  const verdicts = new Map(direct);
  for (const run of requirementRuns) {
    if (!verdicts.has(run)) verdicts.set(run, await runSuite(judge, run, fixtureUrl));
  }
  const gateway = await startGateway(fixtureUrl);
  try {
    // Most of a run is waiting, and no way shares a session with another.
    const cells = await Promise.all(
      gatewayCells.map(async (cell) => {
        const judged: JudgedCell[] = [];
        for (const run of requirementRuns) {
          const url = `${gateway.url}/mcp/${serverFor(cell, run.era)}`;
          // Programs and sessions start with the first calls, and the suite gives some answers 600 ms.
          if (run.era === 'modern') await runSuite(judge, firstCalls, url);
          const through = await runSuite(judge, run, url);
          const found = { cell, client: run.era, through, direct: verdicts.get(run) ?? through };
          judged.push({ ...found, lost: findLost(found) });
        }
        return judged;
      }),
    );
    return cells.flat().toSorted((one, other) => one.client.localeCompare(other.client));
  } finally {
    await gateway.stop();
  }
}
