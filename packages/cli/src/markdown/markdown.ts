/**
 * Writes Markdown of names and words that come from plugins and servers: as text they never become markup, links or mentions.
 */
import { printable } from '../terminal/printable.js';

/** Plain text in one line, which ends no cell of a table. */
export function escapeText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]|~#<>]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200b');
}

/** A code span in one line, which may stand in a cell of a table. */
export function codeSpan(text: string): string {
  const content = oneLine(text).replaceAll('|', '\\|');
  const longest = longestRun(content);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${content}${fence}` : `${fence} ${content} ${fence}`;
}

/** A fenced block, longer than any fence within it. */
export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(text).trimEnd()}\n${fence}`;
}

/** Rows of cells that are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const codeParts = /(`{3,}[\s\S]*?`{3,}|`[^`\n]+`)/;

/** The words of an author as the Markdown that they are; only tags are taken for text. */
export function authorsMarkdown(text: string): string {
  const parts = printable(text).trim().split(codeParts);
  // Every other part is code, where nothing is a tag.
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<'))).join('');
}

/** The same in one line, for a cell of a table. */
export function authorsLine(text: string): string {
  return authorsMarkdown(oneLine(text)).replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
