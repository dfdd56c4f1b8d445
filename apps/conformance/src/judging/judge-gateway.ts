/**
 * Judges the fixture through the gateway, on every route and as a client of either era, and compares with the direct results.
 */
import {
  findLost,
  gatewayCells,
  serverFor,
  startsPrograms,
  type CellVerdicts,
  type GatewayCell,
} from './gateway-cells.js';
import { requirementRuns, runOfScenario, skillRuns, type EraRun, type JudgeRun } from './judge-runs.js';
import type { Judge } from './prepare-judge.js';
import { runSuite } from './run-suite.js';
import { startGateway } from './start-gateway.js';
import { joinVerdicts, type Finding, type Verdict } from './verdict.js';

/** One route through the gateway, judged as a client of one era. */
export interface JudgedCell extends CellVerdicts {
  readonly lost: readonly Finding[];
}

/** A warm-up run, whose result is ignored. */
const firstCalls = runOfScenario('server-stateless');

/** @param direct the verdicts without the gateway; missing ones are judged now */
export async function judgeGateway(
  judge: Judge,
  fixtureUrl: string,
  direct: ReadonlyMap<JudgeRun, Verdict>,
): Promise<readonly JudgedCell[]> {
  const verdicts = new Map(direct);
  for (const run of [...requirementRuns, ...skillRuns]) {
    if (!verdicts.has(run)) verdicts.set(run, await runSuite(judge, run, fixtureUrl));
  }
  const gateway = await startGateway(fixtureUrl);
  try {
    const judgeCell = async (cell: GatewayCell, run: EraRun): Promise<JudgedCell> => {
      const url = `${gateway.url}/mcp/${serverFor(cell, run.era)}`;
      // The first calls start programs and sessions, and the suite allows some answers only 600 ms.
      if (run.era === 'modern') await runSuite(judge, firstCalls, url);
      const runs = [run, ...skillRuns.filter(({ era }) => era === run.era)];
      const through: Verdict[] = [];
      for (const one of runs) through.push(await runSuite(judge, one, url));
      const direct = runs.map((one, index) => verdicts.get(one) ?? through[index]!);
      const found = { cell, client: run.era, through: joinVerdicts(through), direct: joinVerdicts(direct) };
      return { ...found, lost: findLost(found) };
    };
    // Most of a run is waiting, and routes share no session.
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
