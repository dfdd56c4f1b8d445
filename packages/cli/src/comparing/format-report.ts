/**
 * Shows a comparison in a window, one table per level.
 */
import { changeLevels, type ChangeLevel, type ManifestChange } from '@sigil/contracts';
import { describeTokens } from '../budget/compare-tokens.js';
import { formatTable } from '../terminal/format-table.js';
import type { Palette } from '../terminal/palette.js';
import { printable } from '../terminal/printable.js';
import type { Output } from '../terminal/terminal.js';
import { adviceOf, summarizeChanges, titleOf, type DiffReport } from './diff-report.js';

const head = ['COMPONENT', 'WHERE', 'CHANGE'];
const titles: Readonly<Record<ChangeLevel, string>> = { breaking: 'Breaking', minor: 'Minor', patch: 'Patch' };

export function formatReport(report: DiffReport, output: Output): string {
  const { paint } = output;
  const sections = changeLevels.flatMap((level) => {
    const rows = report.changes.filter((change) => change.level === level).map(rowOf);
    return rows.length === 0 ? [] : [`${paintLevel(level, paint)}\n${formatTable(head, rows, output)}`];
  });
  const tokens = report.tokens ? [`${describeTokens(report.tokens)}.`] : [];
  return [paint.bold(printable(titleOf(report, '->'))), ...sections, ...tokens, formatAdvice(report, paint)].join(
    '\n\n',
  );
}

function rowOf({ component, path = '', says, hint }: ManifestChange): string[] {
  const change = hint === undefined ? says : `${says} (${hint})`;
  return [component, path, change].map((cell) => printable(cell).replace(/\s+/g, ' '));
}

function formatAdvice(report: DiffReport, paint: Palette): string {
  const advice = printable(adviceOf(report));
  if (report.changes.length === 0) return `${advice[0]!.toUpperCase()}${advice.slice(1)}.`;
  const colour = report.isSatisfied === false ? paint.yellow : paint.green;
  return `${summarizeChanges(report)}: ${colour(advice)}`;
}

function paintLevel(level: ChangeLevel, paint: Palette): string {
  const colours = { breaking: paint.red, minor: paint.yellow, patch: paint.dim };
  return paint.bold(colours[level](titles[level]));
}
