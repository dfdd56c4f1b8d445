/**
 * Judges the fixture through the gateway, on every way and as a client of either era, and compares with what it does directly.
 */
import { gatewayCells, judgeCell, type CellFailures, type CellVerdicts } from './gateway-cells.js';
import { requirementRuns, type JudgeRun } from './judge-runs.js';
import type { Judge } from './prepare-judge.js';
import { runSuite } from './run-suite.js';
import { startGateway } from './start-gateway.js';
import type { Verdict } from './verdict.js';

/** One way through the gateway, judged as a client of one era. */
export interface JudgedCell extends CellVerdicts, CellFailures {}

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
          const through = await runSuite(judge, run, `${gateway.url}/mcp/${cell.name}`);
          const found = { cell, client: run.era, through, direct: verdicts.get(run) ?? through };
          judged.push({ ...found, ...judgeCell(found) });
        }
        return judged;
      }),
    );
    return cells.flat().toSorted((one, other) => one.client.localeCompare(other.client));
  } finally {
    await gateway.stop();
  }
}
