/**
 * Turns the searches that a server recorded into cases: those that led to a call have its tool, the others are to be labelled.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { CommandError } from '../failures/command-error.js';
import { countNoun } from '../terminal/count-noun.js';
import type { Terminal } from '../terminal/terminal.js';
import { unlabelled } from './find-cases.js';

/** The searches for one text. */
interface Searched {
  readonly query: string;
  readonly found: readonly string[];
  count: number;
  /** How often each tool was called next. */
  readonly called: Map<string, number>;
}

/** @param out the file to write; standard output if absent @throws CommandError for a file that is no record */
export async function writeRecordedCases(file: string, out: string | undefined, terminal: Terminal): Promise<void> {
  const text = await readFile(resolve(terminal.cwd, file), 'utf8').catch((cause: unknown) => {
    throw new CommandError(`there is no record "${file}"; "discovery.record" of a server's configuration writes one`, {
      cause,
    });
  });
  const searches = gather(readLines(text, file));
  const source = writeModule(searches);
  if (out === undefined) return terminal.out.line(source.trimEnd());
  await writeFile(resolve(terminal.cwd, out), source, { flag: 'wx' }).catch((cause: unknown) => {
    throw new CommandError(`"${out}" is there already; name another file with --out`, { cause });
  });
  const open = searches.filter(({ called }) => called.size === 0).length;
  terminal.out.line(`${out} has ${countNoun(searches.length, 'case')}, ${open} of them to be labelled`);
}

function readLines(text: string, file: string): JsonObject[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const value = parse(line);
    if (value === undefined || !isJsonObject(value) || typeof value['search'] !== 'string') {
      throw new CommandError(
        `"${file}", line ${at + 1}: expected a line of a record of searches, got ${line.slice(0, 120)}`,
      );
    }
    return [value];
  });
}

function gather(lines: readonly JsonObject[]): Searched[] {
  const byText = new Map<string, Searched>();
  const byId = new Map<JsonValue | undefined, Searched>();
  for (const { search, query, found, called } of lines) {
    if (typeof query === 'string' && query.trim() !== '') {
      const key = query.trim().toLowerCase();
      const known = byText.get(key) ?? { query: query.trim(), found: textsIn(found), count: 0, called: new Map() };
      known.count += 1;
      byText.set(key, known);
      byId.set(search, known);
    }
    const searched = byId.get(search);
    if (searched && typeof called === 'string') searched.called.set(called, (searched.called.get(called) ?? 0) + 1);
  }
  return [...byText.values()].toSorted((a, b) => b.count - a.count);
}

function writeModule(searches: readonly Searched[]): string {
  const cases = searches.map(({ query, found, count, called }) => {
    const [most] = [...called].toSorted(([, a], [, b]) => b - a);
    const calls = [...called].map(([tool, times]) => `${tool} ${times}`).join(', ');
    const facts = [
      `searched ${count}`,
      ...(calls === '' ? [] : [`called ${calls}`]),
      ...(found.length === 0 ? [] : [`found ${found.join(', ')}`]),
    ];
    return `    // ${oneLine(facts.join('; '))}\n    { words: ${JSON.stringify(query)}, tool: ${JSON.stringify(most?.[0] ?? unlabelled)} },`;
  });
  return `import { defineEvaluation } from '@sigil/testing/evaluation';

export const evaluation = defineEvaluation({
  cases: [
${cases.join('\n')}
  ],
});
`;
}

/** Names of remote tools may hold any character, and a comment ends at a line's end. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one: JsonValue) => typeof one === 'string') : [];
}

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
