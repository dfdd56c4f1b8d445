/**
 * Formats verdicts: a line and the findings for each run, and a table at the end.
 */
import Table from 'cli-table3';
import type { JudgedCell } from './judge-gateway.js';
import type { JudgeRun } from './judge-runs.js';
import type { Finding, Verdict } from './verdict.js';

/** A run and its verdict. */
export interface JudgedRun {
  readonly run: JudgeRun;
  readonly verdict: Verdict;
}

/** Writes several lines: the counts, then each failing check and each warning with its message. */
export function describeRun({ run, verdict }: JudgedRun): string {
  const { successes, failures, warnings, skipped, scenarios } = verdict;
  const counts = `${successes.length} passed, ${failures.length} failed, ${warnings.length} warnings, ${skipped} skipped`;
  return [
    `${failures.length === 0 ? 'ok  ' : 'FAIL'} ${run.title}: ${counts} (${scenarios} scenarios)`,
    ...failures.map((finding) => describeFinding('failed ', finding)),
    ...warnings.map((finding) => describeFinding('warning', finding)),
  ].join('\n');
}

function describeFinding(kind: string, { scenario, check, message }: Finding): string {
  return `     ${kind} ${scenario} / ${check}: ${message}`;
}

/** Compares all runs, in numbers of checks. */
export function writeTable(judged: readonly JudgedRun[]): string {
  const table = new Table({
    head: ['run', 'scenarios', 'passed', 'failed', 'warnings', 'skipped'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const { run, verdict } of judged) {
    const { scenarios, successes, failures, warnings, skipped } = verdict;
    table.push([run.title, scenarios, successes.length, failures.length, warnings.length, skipped]);
  }
  return table.toString();
}

/** Compares every route through the gateway with the direct run, in numbers of checks. */
export function writeCells(cells: readonly JudgedCell[]): string {
  const table = new Table({
    head: ['client', 'upstream', 'over', 'passed', 'directly', 'lost'],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right'],
  });
  for (const { client, cell, through, direct, lost } of cells) {
    table.push([client, cell.era, cell.transport, through.successes.length, direct.successes.length, lost.length]);
  }
  return table.toString();
}

/** Lists the checks lost on a route, a line each; empty if there are none. */
export function describeCell({ client, cell, lost }: JudgedCell): readonly string[] {
  const where = `${client} client, ${cell.era} upstream over ${cell.transport}`;
  return lost.map((finding) => `FAIL ${where}:\n${describeFinding('failed ', finding)}`);
}
