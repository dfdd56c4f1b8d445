/**
 * Collects problems while a plugin is read, and converts places in the source to files, lines and columns.
 */
import { relative, sep } from 'node:path';
import type { ts } from 'ts-morph';
import { diagnosticCodes, type DiagnosticCode } from '../../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../../diagnostics/sort-diagnostics.js';
import type { Diagnostic, DiagnosticSeverity } from '../../model/diagnostic.js';

/** A range of source text; positions count UTF-16 units from 0. */
export interface Place {
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly length: number;
}

/** One problem; without a fix, the table's remedy applies. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly at: Place;
  readonly message: string;
  readonly fix?: string;
  /** Default: error. */
  readonly severity?: DiagnosticSeverity;
  /** The text to write at a place of the same file, where that mends the problem. */
  readonly correction?: { readonly at: Place; readonly text: string };
}

/** The fix of a note about a declaration that is not the author's. */
export const foreignFix = 'Nothing has to be done: the declaration is outside of the plugin.';

/** Accepts problems in any order. */
export interface Problems {
  add(problem: Problem): void;
  /** Adds a problem without a place in a source file, such as one of a tsconfig.json. */
  addToFile(file: string, problem: Omit<Problem, 'at' | 'correction'>): void;
  /** Returns whether any problem begins between the two positions, both included. */
  hasAny(file: ts.SourceFile, from: number, to: number): boolean;
  readonly count: number;
  /** Returns all problems in display order. */
  all(): Diagnostic[];
}

/** Opens an empty list; files are named relative to `folder`. */
export function openProblems(folder: string): Problems {
  const found: Diagnostic[] = [];
  const places: Place[] = [];
  return {
    add: (problem) => {
      if (problem.severity === undefined) places.push(problem.at);
      found.push({ ...describe(problem), ...positionOf(problem.at, folder), ...correctionOf(problem) });
    },
    hasAny: (file, from, to) => places.some((at) => at.file === file && at.start >= from && at.start <= to),
    addToFile: (file, problem) =>
      void found.push({ ...describe(problem), file: relativeName(folder, file), line: 1, column: 1, length: 1 }),
    get count() {
      return found.length;
    },
    all: () => gatherNotes(sortDiagnostics(found)),
  };
}

const names = new WeakMap<ts.SourceFile, { readonly folder: string; readonly name: string }>();

/** Returns a file's name. Cached, since every tool and input has a place, mostly in the same few files. */
function nameOf(file: ts.SourceFile, folder: string): string {
  const known = names.get(file);
  if (known?.folder === folder) return known.name;
  const name = relativeName(folder, file.fileName);
  names.set(file, { folder, name });
  return name;
}

/** Returns the range of a node without the comments before it. */
export function placeOf(node: ts.Node): Place {
  const file = node.getSourceFile();
  const start = node.getStart(file, false);
  return { file, start, length: node.getEnd() - start };
}

/** Returns a file's name as diagnostics and models show it: relative to the folder, with `/`. */
export function relativeName(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

function describe(
  problem: Omit<Problem, 'at' | 'correction'>,
): Pick<Diagnostic, 'code' | 'severity' | 'message' | 'fix'> {
  const { code, severity, message, fix = diagnosticCodes[code].remedy } = problem;
  return { code, ...(severity && { severity }), message, fix };
}

/** An edit of several lines is left to the author. */
function correctionOf({ correction }: Problem): Pick<Diagnostic, 'correction'> {
  if (!correction) return {};
  const { at, text } = correction;
  const { line, character } = at.file.getLineAndCharacterOfPosition(at.start);
  const isOneLine = at.file.getLineAndCharacterOfPosition(at.start + at.length).line === line;
  return isOneLine ? { correction: { line: line + 1, column: character + 1, length: at.length, text } } : {};
}

/** Limit on notes with one code at one place: a package tends to repeat a problem many times. */
const maxNotes = 3;

/** Limits notes; the last one at a place gives the number of similar ones. */
function gatherNotes(sorted: readonly Diagnostic[]): Diagnostic[] {
  const gathered = new Map<string, Diagnostic[]>();
  for (const one of sorted) {
    const { severity, file, line, column, code } = one;
    const key = JSON.stringify(severity === 'note' ? [file, line, column, code] : gathered.size);
    gathered.set(key, [...(gathered.get(key) ?? []), one]);
  }
  return [...gathered.values()].flatMap((group) => {
    const more = group.length - maxNotes;
    if (more <= 0) return group;
    return group
      .slice(0, maxNotes)
      .map((one, index) => (index < maxNotes - 1 ? one : { ...one, message: `${one.message} (and ${more} more)` }));
  });
}

/** Returns the place as diagnostics and models show it; a range of several lines has the length of its first. */
export function positionOf(at: Place, folder: string): Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'> {
  const { line, character } = at.file.getLineAndCharacterOfPosition(at.start);
  const firstLine = /^[^\r\n]*/.exec(at.file.text.slice(at.start, at.start + at.length))?.[0] ?? '';
  return {
    file: nameOf(at.file, folder),
    line: line + 1,
    column: character + 1,
    length: Math.max(1, firstLine.length),
  };
}
