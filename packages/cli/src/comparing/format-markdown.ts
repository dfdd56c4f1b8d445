/**
 * Writes a comparison as Markdown, for a comment on a pull request.
 */
import { changeLevels, type ChangeLevel, type ManifestChange } from '@sigil/contracts';
import { printable } from '../terminal/printable.js';
import { adviceOf, summarizeChanges, titleOf, type DiffReport } from './diff-report.js';

const titles: Readonly<Record<ChangeLevel, string>> = { breaking: 'Breaking', minor: 'Minor', patch: 'Patch' };

export function formatMarkdown(report: DiffReport): string {
  const { changes, old: older, new: newer } = report;
  const summary = changes.length === 0 ? '' : `**${summarizeChanges(report)}**: `;
  return [
    `## ${escape(titleOf(report, '→'))}`,
    `${summary}${escape(adviceOf(report))}.`,
    ...changeLevels.flatMap((level) => section(level, changes)),
    `Compared ${code(older.from)} with ${code(newer.from)}.`,
  ].join('\n\n');
}

function section(level: ChangeLevel, changes: readonly ManifestChange[]): string[] {
  const rows = changes.filter((change) => change.level === level).map(rowOf);
  if (rows.length === 0) return [];
  return [`### ${titles[level]}`, ['| component | where | change |', '| --- | --- | --- |', ...rows].join('\n')];
}

function rowOf({ component, path, says, hint }: ManifestChange): string {
  const where = path === undefined ? '' : code(path);
  const change = hint === undefined ? escape(says) : `${escape(says)} _(${escape(hint)})_`;
  return `| ${code(component)} | ${where} | ${change} |`;
}

/** Names and words come from plugins and servers: they must neither end a cell nor become markup, links or mentions. */
function escape(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]|~#<>]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200b');
}

function code(text: string): string {
  const content = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${content}${fence}` : `${fence} ${content} ${fence}`;
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ');
}
