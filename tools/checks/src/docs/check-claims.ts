/**
 * Refuses a claim of the documents that the project began with, if neither a test nor a reason stands beside it.
 *
 * Reads the tables of `docs/inside/seed-documents/`: the claim, where it is, and the tests that show it or what is different.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import type { SourceFile } from '../workspace/source-file.ts';

const index = 'docs/inside/seed-documents.md';
const pages = 'docs/inside/seed-documents/';
const testReference = /\]\(([^)\s]+\.test\.ts)\)(?:: “([^”]+)”)?/g;
const different = '**Different.** ';
/** A shorter text gives no reason. */
const shortestReason = 40;

/** Reads a file of the workspace; undefined if there is none. */
export type ReadText = (path: string) => string | undefined;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Checks every row of every page, and the counts in the index. */
export function checkClaims(documents: readonly SourceFile[], readText: ReadText): Problem[] {
  const namesOf = new Map<string, readonly string[] | undefined>();
  const findNames = (path: string): readonly string[] | undefined => {
    if (!namesOf.has(path)) namesOf.set(path, testNamesIn(readText(path)));
    return namesOf.get(path);
  };
  const tables = documents.filter(({ path }) => path.startsWith(pages));
  const problems = tables.flatMap(({ path, text }) =>
    rowsIn(text).flatMap(({ line, cells }) =>
      problemsOf(cells, posix.dirname(path), findNames).map((message) => ({ file: path, line, message })),
    ),
  );
  return [...problems, ...checkCounts(documents, tables)];
}

/** Returns the names of tests and groups in the source. */
function testNamesIn(source: string | undefined): readonly string[] | undefined {
  const names = source?.matchAll(/(?:\b(?:test|describe)\(|\)\()\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return names && [...names].map(([, , name = '']) => name.replaceAll(/\\(['"`])/g, '$1'));
}

function problemsOf(
  cells: readonly string[],
  folder: string,
  findNames: (path: string) => readonly string[] | undefined,
): string[] {
  const [claim = '', where = '', shown = ''] = cells;
  if (cells.length !== 3 || claim === '')
    return [`a row has a claim, a place and what shows it, got ${cells.length} cells`];
  const problems = where.includes('](') ? [] : ['the claim names no file or page where it is'];
  const references = [...shown.matchAll(testReference)];
  for (const [, path = '', name] of references) {
    const file = posix.join(folder, path);
    const names = findNames(file);
    if (!names) problems.push(`the test "${file}" does not exist`);
    else if (name === undefined) problems.push(`the link to "${file}" names no test of it`);
    else if (!names.some((it) => it.includes(name))) problems.push(`"${file}" has no test "${name}"`);
  }
  const reason = shown.startsWith(different) ? shown.slice(different.length) : '';
  if (references.length === 0 && reason.length < shortestReason)
    problems.push(`the claim has neither a test nor a reason that begins with "${different.trim()}"`);
  return problems;
}

/** Returns the rows of all tables, without their heads. */
function rowsIn(text: string): readonly Row[] {
  const lines = text.split('\n');
  const isRow = (at: number): boolean => lines[at]?.startsWith('|') === true;
  const isRule = (at: number): boolean => /^\|[-:| ]+\|$/.test(lines[at] ?? '');
  return lines.flatMap((line, at) => {
    if (!isRow(at) || isRule(at) || isRule(at + 1)) return [];
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    return [{ line: at + 1, cells: cells.map((cell) => cell.trim()) }];
  });
}

function checkCounts(documents: readonly SourceFile[], tables: readonly SourceFile[]): Problem[] {
  const told = rowsIn(documents.find(({ path }) => path === index)?.text ?? '').map(({ cells }) => cells);
  return tables.flatMap(({ path, text }) => {
    const rows = rowsIn(text);
    const differing = rows.filter(({ cells }) => cells[2]?.startsWith(different)).length;
    const counts = told.find(([link]) => link?.includes(`(seed-documents/${posix.basename(path)})`))?.slice(1);
    if (counts?.join() === `${rows.length},${differing}`) return [];
    const expected = `${rows.length} claims, ${differing} of them different`;
    return [{ file: index, message: `"${path}" has ${expected}; its row has ${counts?.join() ?? 'no counts'}` }];
  });
}
