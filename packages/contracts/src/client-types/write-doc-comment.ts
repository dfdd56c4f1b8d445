/**
 * Writes doc comments from untrusted text: it can neither end the comment nor give directives to the compiler.
 */
import { showable } from './quote.js';

const widest = 110;
const widestCompact = 100;

/** Writes the comment with its line breaks, each line indented; empty when there is nothing to say. */
export function writeDocComment(lines: readonly string[], indent: string): string {
  const safe = trimBlank(lines.flatMap((line) => line.split('\n')).map(makeSafe));
  const [only] = safe;
  if (only === undefined) return '';
  if (safe.length === 1 && indent.length + only.length <= widest) return `${indent}/** ${only} */\n`;
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`, ''].join('\n');
}

/** Puts all tags on one line, after the text where there is room: shorter, for readers to whom length is a cost. */
export function compactDocs(lines: readonly string[]): readonly string[] {
  const isTag = (line: string): boolean => line.startsWith('@');
  const text = lines.filter((line) => !isTag(line));
  const tags = lines.filter(isTag).join(' ');
  const [only = '', ...more] = text;
  if (tags === '') return text;
  const line = `${only} ${tags}`.trim();
  return more.length === 0 && line.length <= widestCompact ? [line] : [...text, tags];
}

/** Disables directives such as `@ts-expect-error`, which apply even inside comments. */
function makeSafe(line: string): string {
  return showable(line)
    .trimEnd()
    .replace(/\*\//g, '*\\/')
    .replace(/@(?=ts-)/g, '\\@');
}

/** Removes blank lines at both ends, and all but one in a row. */
function trimBlank(lines: readonly string[]): string[] {
  const single = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''));
  return single.at(-1) === '' ? single.slice(0, -1) : single;
}
