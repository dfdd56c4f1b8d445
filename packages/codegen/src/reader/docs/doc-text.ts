/**
 * Turns the lines of a doc comment into readable text: soft-wrapped lines become paragraphs, links become words.
 *
 * Lists, tables, blank lines and code stay as they are written. Knows nothing of tags.
 */
import { findFenced } from './fenced-code.js';

/** Prose: every line break that is only there because the source is narrow becomes a blank. */
export function writeProse(lines: readonly string[]): string {
  return resolveLinks(joinLines(lines).join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A value or code: nothing in it is changed. */
export function writeVerbatim(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const rowOrHeading = /^\s*(?:#{1,6}\s|\||>)/;
const indentedCode = /^(?: {4}|\t)/;

function joinLines(lines: readonly string[]): string[] {
  const written: string[] = [];
  const isFenced = findFenced(lines);
  for (const [index, line] of lines.map((one) => one.trimEnd()).entries()) {
    const last = written[written.length - 1];
    const isBesideCode = isFenced[index] || isFenced[index - 1];
    if (isBesideCode || last === undefined || startsOwnLine(line, last)) written.push(line);
    else written[written.length - 1] = join(last, line.trimStart());
  }
  return written;
}

function startsOwnLine(line: string, last: string): boolean {
  if (line === '' || last.trim() === '') return true;
  if (listItem.test(line) || rowOrHeading.test(line)) return true;
  if (rowOrHeading.test(last)) return true;
  return indentedCode.test(line) && indentedCode.test(last) && !listItem.test(last);
}

const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]`;
const endsUnspaced = new RegExp(`${unspaced}$`, 'u');
const startsUnspaced = new RegExp(`^${unspaced}`, 'u');

/** Chinese and Japanese have no blanks between words. */
function join(before: string, after: string): string {
  return endsUnspaced.test(before) && startsUnspaced.test(after) ? `${before}${after}` : `${before} ${after}`;
}

/** Code stays as it is. */
function resolveLinks(text: string): string {
  if (!text.includes('{@')) return text;
  return text.replace(/(`+)[^]*?\1|\{@link(?:code|plain)?\s[^}]*\}/g, (found) =>
    found.startsWith('`') ? found : wordsOf(found),
  );
}

/** `{@link X}` becomes X, `{@link X label}` and `{@link X | label}` become the label. */
function wordsOf(link: string): string {
  const [, target = '', label = ''] = /^\{@\w+\s+([^\s|}]*)\s*\|?\s*([^}]*)\}$/.exec(link) ?? [];
  return label.trim() || target;
}
