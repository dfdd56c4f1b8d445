/**
 * Converts the lines of a doc comment to readable text: soft-wrapped lines become paragraphs, links become words.
 *
 * Lists, tables, blank lines and code stay unchanged. Knows nothing of tags.
 */
import { findFenced } from './fenced-code.js';

/** Writes prose: each line break that only wraps the source becomes a space. */
export function writeProse(lines: readonly string[]): string {
  return resolveLinks(joinLines(lines).join('\n'))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Writes a value or code unchanged. */
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

/** Joins lines; Chinese and Japanese have no spaces between words. */
function join(before: string, after: string): string {
  return endsUnspaced.test(before) && startsUnspaced.test(after) ? `${before}${after}` : `${before} ${after}`;
}

/** Resolves links outside code. */
function resolveLinks(text: string): string {
  if (!text.includes('{@')) return text;
  return text.replace(/(`+)[^]*?\1|\{@link(?:code|plain)?\s[^}]*\}/g, (found) =>
    found.startsWith('`') ? found : wordsOf(found),
  );
}

/** Returns a link's text: `{@link X}` becomes X, `{@link X label}` and `{@link X | label}` become the label. */
function wordsOf(link: string): string {
  const [, target = '', label = ''] = /^\{@\w+\s+([^\s|}]*)\s*\|?\s*([^}]*)\}$/.exec(link) ?? [];
  return label.trim() || target;
}
