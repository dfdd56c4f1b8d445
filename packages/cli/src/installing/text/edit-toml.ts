/**
 * Changes one table of a TOML text: adds it at the end, and removes it with its lines.
 */
import { parse, TomlError } from 'smol-toml';
import { writeTomlTable } from '@sigil/contracts/clients';
import type { JsonObject } from '@sigil/core';
import { BrokenText, lineEndOf, memberAt, type TextEditing } from './text-editing.js';

/** An editor of TOML. */
export const tomlEditing: TextEditing = {
  parse: (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      const [what = ''] = error.message.split('\n');
      throw new BrokenText(
        `it is not TOML: ${what.replace(/^Invalid TOML document: /, '')} at line ${error.line}, column ${error.column}`,
      );
    }
  },
  set: (text, path, value) => {
    const others = memberAt(tomlEditing.parse(text), path) === undefined ? text : removeTable(text, path);
    return appendTable(others, path, value);
  },
  remove: (text, path) => removeTable(text, path),
};

function appendTable(text: string, path: readonly string[], value: JsonObject): string {
  const lineEnd = lineEndOf(text);
  const table = writeTomlTable(path, value).replaceAll('\n', lineEnd) + lineEnd;
  if (text.trim() === '') return text + table;
  const gap = text.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
  return text + gap + table;
}

/** Removes the headers of the table and those below it, each with the lines up to the next header. */
function removeTable(text: string, path: readonly string[]): string {
  const lines = text.split(/(?<=\n)/);
  const headers = lines.flatMap((line, index) => (isHeader(lines, index) ? [{ index, path: readHeader(line) }] : []));
  const gone = new Set<number>();
  for (const [position, { index, path: named }] of headers.entries()) {
    if (!path.every((key, depth) => named[depth] === key)) continue;
    const next = headers[position + 1]?.index ?? lines.length;
    for (let line = index; line < endOfTable(lines, index, next); line++) gone.add(line);
    if (position > 0 || index > 0) dropBlankBefore(lines, index, gone);
  }
  return lines.filter((_line, index) => !gone.has(index)).join('');
}

/** Returns the end of a table; comments and blank lines before the next header belong to that. */
function endOfTable(lines: readonly string[], start: number, next: number): number {
  if (next === lines.length) return next;
  let end = next;
  while (end > start + 1 && /^\s*(?:#.*)?\r?\n?$/.test(lines[end - 1]!)) end--;
  return end;
}

function dropBlankBefore(lines: readonly string[], index: number, gone: Set<number>): void {
  if (index > 0 && lines[index - 1]!.trim() === '' && !gone.has(index - 1)) gone.add(index - 1);
}

/** Returns whether a line is a header: the text above it parses on its own, so the line is in no string. */
function isHeader(lines: readonly string[], index: number): boolean {
  if (!/^\s*\[/.test(lines[index]!)) return false;
  try {
    parse(lines.slice(0, index).join(''));
    return true;
  } catch {
    return false;
  }
}

/** Reads the keys of a header; also of `[[list]]`, which is never a table of ours. */
function readHeader(line: string): string[] {
  const [, inner = ''] = /^\s*\[{1,2}([^\r\n]*?)\]{1,2}\s*(?:#.*)?\r?\n?$/.exec(line) ?? [];
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(([whole, basic, literal, bare]) =>
    basic === undefined ? (literal ?? bare ?? whole) : (JSON.parse(`"${basic}"`) as string),
  );
}
