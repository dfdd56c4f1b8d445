/**
 * Collects what is wrong with a plugin while it is read, and turns places in the source into files, lines and columns.
 */
import { relative, sep } from 'node:path';
import type { ts } from 'ts-morph';
import { diagnosticCodes, type DiagnosticCode } from '../../diagnostics/diagnostic-codes.js';
import { sortDiagnostics } from '../../diagnostics/sort-diagnostics.js';
import type { Diagnostic, DiagnosticSeverity } from '../../model/diagnostic.js';

/** A stretch of source text; positions count UTF-16 units from 0. */
export interface Place {
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly length: number;
}

/** One thing that is wrong; the table's remedy is the fix when none is given. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly at: Place;
  readonly message: string;
  readonly fix?: string;
  /** An error where it is absent. */
  readonly severity?: DiagnosticSeverity;
}

/** The fix of a note: the declaration is not the author's. */
export const foreignFix = 'Nothing has to be done: the declaration is outside of the plugin.';

/** Takes problems in any order. */
export interface Problems {
  add(problem: Problem): void;
  /** For what has no place in a source file, such as a tsconfig.json. */
  addToFile(file: string, problem: Omit<Problem, 'at'>): void;
  /** Returns whether anything was found that begins between the two positions, both included. */
  hasAny(file: ts.SourceFile, from: number, to: number): boolean;
  readonly count: number;
  /** Everything that was added, in the order in which it is shown. */
  all(): Diagnostic[];
}

/** Opens an empty list; files are named relative to `folder`. */
export function openProblems(folder: string): Problems {
  const found: Diagnostic[] = [];
  const places: Place[] = [];
  return {
    add: (problem) => {
      if (problem.severity === undefined) places.push(problem.at);
      found.push({ ...describe(problem), ...positionOf(problem.at, folder) });
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

/** Every tool and every input has a place, and most of them are in the same few files. */
function nameOf(file: ts.SourceFile, folder: string): string {
  const known = names.get(file);
  if (known?.folder === folder) return known.name;
  const name = relativeName(folder, file.fileName);
  names.set(file, { folder, name });
  return name;
}

/** The text of a node without the comments before it. */
export function placeOf(node: ts.Node): Place {
  const file = node.getSourceFile();
  const start = node.getStart(file, false);
  return { file, start, length: node.getEnd() - start };
}

/** A file's name as diagnostics and models show it: relative to the folder, with `/`. */
export function relativeName(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

function describe(problem: Omit<Problem, 'at'>): Pick<Diagnostic, 'code' | 'severity' | 'message' | 'fix'> {
  const { code, severity, message, fix = diagnosticCodes[code].remedy } = problem;
  return { code, ...(severity && { severity }), message, fix };
}

/** The number of notes of one code that one place gets: a package that says a thing once says it often. */
const maxNotes = 3;

/** The last note of a place says how many more there are like it. */
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

/** The place as diagnostics and models show it; what stands on several lines is as long as its first. */
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
