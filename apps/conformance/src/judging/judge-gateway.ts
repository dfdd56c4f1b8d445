/**
 * Judges the fixture through the gateway, on every way and as a client of either era, and compares with what it does directly.
 */
import {
  findLost,
  gatewayCells,
  serverFor,
  startsPrograms,
  type CellVerdicts,
  type GatewayCell,
} from './gateway-cells.js';
import { requirementRuns, runOfScenario, type EraRun, type JudgeRun } from './judge-runs.js';
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
    const judgeCell = async (cell: GatewayCell, run: EraRun): Promise<JudgedCell> => {
      const url = `${gateway.url}/mcp/${serverFor(cell, run.era)}`;
      // Programs and sessions start with the first calls, and the suite gives some answers 600 ms.
      if (run.era === 'modern') await runSuite(judge, firstCalls, url);
      const through = await runSuite(judge, run, url);
      const found = { cell, client: run.era, through, direct: verdicts.get(run) ?? through };
      return { ...found, lost: findLost(found) };
    };
    // Most of a run is waiting, and no way shares a session with another.
    const together = await Promise.all(
      gatewayCells.map(async (cell) => {
        const judged: JudgedCell[] = [];
        for (const run of requirementRuns) {
          if (!startsPrograms(cell, run.era)) judged.push(await judgeCell(cell, run));
        }
        return judged;
      }),
    );
    const cells = together.flat();
    for (const run of requirementRuns) {
      for (const cell of gatewayCells.filter((it) => startsPrograms(it, run.era)))
        cells.push(await judgeCell(cell, run));
    }
    return cells.toSorted(
      (one, other) =>
        one.client.localeCompare(other.client) || gatewayCells.indexOf(one.cell) - gatewayCells.indexOf(other.cell),
    );
  } finally {
    await gateway.stop();
  }
}
