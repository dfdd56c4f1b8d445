/**
 * Shows how a file changes: removed and added lines, with two lines of context.
 */
import { printable } from '../terminal/printable.js';
import type { Palette } from '../terminal/palette.js';

const linesAround = 2;

/** Matches members whose name marks their value as secret; values of other entries are private. */
const secretMember =
  /((?:token|key|secret|password|passwd|authorization|cookie|credential)[\w.-]*["']?\s*[:=]\s*)(["']).*?\2/gi;

/**
 * @param before undefined when there was no file
 * @param after undefined when the file is removed
 * @param secrets values that are not shown
 */
export function showChange(
  before: string | undefined,
  after: string | undefined,
  secrets: readonly string[],
  paint: Palette,
): string {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;

  const rows = [
    ...old.slice(Math.max(0, start - linesAround), start).map((line) => paint.dim(`    ${line}`)),
    ...old.slice(start, old.length - end).map((line) => paint.red(`  - ${line}`)),
    ...now.slice(start, now.length - end).map((line) => paint.green(`  + ${line}`)),
    ...now.slice(now.length - end, now.length - end + linesAround).map((line) => paint.dim(`    ${line}`)),
  ];
  return rows.map((row) => hide(row, secrets)).join('\n');
}

function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const lines = printable(text.replace(/^\uFEFF/, '')).split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function hide(row: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')), row);
  return hidden.replace(secretMember, (whole, member: string, quote: string) =>
    /\$\{|\{env:/.test(whole) ? whole : `${member}${quote}***${quote}`,
  );
}
