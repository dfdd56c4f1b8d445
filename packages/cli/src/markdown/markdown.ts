/**
 * Writes Markdown from names and words of plugins and servers: as text they never become markup, links or mentions.
 */
import { printable } from '../terminal/printable.js';

/** Escapes plain text in one line, safe in a table cell. */
export function escapeText(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]|~#<>]/g, (character) => `\\${character}`)
    .replaceAll('@', '@\u200b');
}

/** Writes a code span in one line, safe in a table cell. */
export function codeSpan(text: string): string {
  const content = oneLine(text).replaceAll('|', '\\|');
  const longest = longestRun(content);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${content}${fence}` : `${fence} ${content} ${fence}`;
}

/** Writes a fenced block, with a fence longer than any within it. */
export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${printable(text).trimEnd()}\n${fence}`;
}

/** Writes a table of cells that are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const codeParts = /(`{3,}[\s\S]*?`{3,}|`[^`\n]+`)/;

/** Returns an author's words as Markdown; only tags are escaped. */
export function authorsMarkdown(text: string): string {
  const parts = printable(text).trim().split(codeParts);
  // Every other part is code, where nothing is a tag.
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<'))).join('');
}

/** Returns the same in one line, for a table cell. */
export function authorsLine(text: string): string {
  return authorsMarkdown(oneLine(text)).replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
