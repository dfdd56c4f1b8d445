/**
 * Writes a comparison as Markdown, for a comment on a pull request.
 */
import { changeLevels, type ChangeLevel, type ManifestChange } from '@sigil/contracts';
import { describeTokens } from '../budget/compare-tokens.js';
import { codeSpan, escapeText, table } from '../markdown/markdown.js';
import { adviceOf, summarizeChanges, titleOf, type DiffReport } from './diff-report.js';

const titles: Readonly<Record<ChangeLevel, string>> = { breaking: 'Breaking', minor: 'Minor', patch: 'Patch' };

export function formatMarkdown(report: DiffReport): string {
  const { changes, old: older, new: newer } = report;
  const summary = changes.length === 0 ? '' : `**${summarizeChanges(report)}**: `;
  return [
    `## ${escapeText(titleOf(report, '→'))}`,
    `${summary}${escapeText(adviceOf(report))}.`,
    ...changeLevels.flatMap((level) => section(level, changes)),
    ...(report.tokens ? [`${describeTokens(report.tokens)}.`] : []),
    `Compared ${codeSpan(older.from)} with ${codeSpan(newer.from)}.`,
  ].join('\n\n');
}

function section(level: ChangeLevel, changes: readonly ManifestChange[]): string[] {
  const rows = changes.filter((change) => change.level === level).map(rowOf);
  if (rows.length === 0) return [];
  return [`### ${titles[level]}`, table(['component', 'where', 'change'], rows)];
}

function rowOf({ component, path, says, hint }: ManifestChange): string[] {
  const where = path === undefined ? '' : codeSpan(path);
  const change = hint === undefined ? escapeText(says) : `${escapeText(says)} _(${escapeText(hint)})_`;
  return [codeSpan(component), where, change];
}
