/**
 * Texts that remember the lines that they come from, and the lines of files that were rewritten in memory.
 */
import type { Node, SourceFile } from 'ts-morph';

/** A text, and for each of its lines the line of the file that it comes from. */
export interface LinedText {
  readonly text: string;
  readonly lines: readonly number[];
}

/** A replacement; places are those of the file. */
export interface LinedEdit {
  readonly start: number;
  readonly end: number;
  readonly text: LinedText;
}

/** Returns a text whose lines follow each other. */
export function lined(text: string, firstLine: number): LinedText {
  return { text, lines: text.split('\n').map((_line, index) => firstLine + index) };
}

/** Returns a text all of whose lines come from one line. */
export function linedAt(text: string, line: number): LinedText {
  return { text, lines: text.split('\n').map(() => line) };
}

/** Joins texts; a line of several texts comes from where the first one that is not blank does. */
export function joinLined(parts: readonly LinedText[]): LinedText {
  let text = '';
  const lines: number[] = [];
  for (const part of parts) {
    const isBlank = text.slice(text.lastIndexOf('\n') + 1).trim() === '';
    const [first, ...rest] = part.lines;
    const last = lines.pop();
    lines.push(isBlank && part.text.trim() !== '' ? (first ?? 1) : (last ?? first ?? 1), ...rest);
    text += part.text;
  }
  return { text, lines: lines.length === 0 ? [1] : lines };
}

/** Returns a part of a file with edits, which must not overlap. */
export function linedPart(file: SourceFile, start: number, end: number, edits: readonly LinedEdit[]): LinedText {
  const full = file.getFullText();
  const parts: LinedText[] = [];
  const keep = (from: number, to: number): void => {
    if (to > from) parts.push(lined(full.slice(from, to), file.getLineAndColumnAtPos(from).line));
  };
  let at = start;
  for (const edit of [...edits].sort((one, other) => one.start - other.start)) {
    keep(at, edit.start);
    parts.push(edit.text);
    at = edit.end;
  }
  keep(at, end);
  return joinLined(parts);
}

/** The lines of the files that were rewritten. */
export class SourceLines {
  readonly #lines = new Map<SourceFile, readonly number[]>();

  /** Returns the line of a node in the file as it was read, from 1. */
  of(node: Node): number {
    return this.#lineOf(node.getSourceFile(), node.getStartLineNumber());
  }

  /** Rewrites a file in memory; its nodes are gone then. */
  rewrite(file: SourceFile, edits: readonly LinedEdit[]): void {
    const { text, lines } = linedPart(file, 0, file.getFullText().length, edits);
    const original = lines.map((line) => this.#lineOf(file, line));
    file.replaceWithText(text);
    this.#lines.set(file, original);
  }

  #lineOf(file: SourceFile, line: number): number {
    return this.#lines.get(file)?.[line - 1] ?? line;
  }
}
