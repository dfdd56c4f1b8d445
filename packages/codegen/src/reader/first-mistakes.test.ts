import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDiagnostics } from '../diagnostics/format-diagnostic.js';
import { openPluginReader, type PluginReader } from './plugin-reader.js';
import { makeCaseFolder, writeCaseFiles } from './reader-cases.test-support.js';

const source = `import { Prompt, Tool } from '@sigil/core';

/** Counts. */
export class Counter {
  /** Count. */
  @Tool()
  count(text: string, named = 3): string[] {
    const words = text.split(' ').filter((word) => word !== '');
    return words.sort((a, b) => b.length - a.length).slice(0, named);
  }

  /** Ask. */
  @Prompt()
  ask(reader: 'beginner' | 'expert' = 'expert'): string {
    return reader;
  }
}
`;

let folder: string;
let reader: PluginReader;

beforeAll(() => {
  folder = makeCaseFolder();
  writeCaseFiles(folder, { 'src/counter.ts': source });
  reader = openPluginReader(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Replaces a piece of the source, and returns the report that a person would see. */
function mistake(piece: string, wrong: string): string {
  expect(source).toContain(piece);
  writeCaseFiles(folder, { 'src/counter.ts': source.replace(piece, wrong) });
  reader.refresh([join(folder, 'src/counter.ts')]);
  const readSource = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return formatDiagnostics(reader.read().diagnostics, { readSource });
}

describe('the report of a single mistake', () => {
  test('shows one error for wrong syntax, whatever follows it', () => {
    expect(mistake(`split(' ').filter((word) => word !== '');`, `split((word) => {;`)).toBe(`\
src/counter.ts:13:3 - error SIGIL001: TS1005: ',' expected.
13 |   @Prompt()
   |   ^
  Fix: Correct the syntax here; the rest of the plugin is checked once it can be read.

Found 1 error.`);
  });

  test('shows one error for an unclosed parenthesis, and where an unclosed brace was opened', () => {
    expect(mistake(`export class Counter {`, `export class Counter { count2(a: string { return ''; }`)).toMatch(
      /^src\/counter\.ts:4:41 - error SIGIL001: TS1005: ',' expected\.\n[^]*\n\nFound 1 error\.$/,
    );
    expect(mistake(`reader;\n  }\n}`, `reader;\n  }\n}\nexport function last() {`)).toContain(
      `TS1005: '}' expected.\n  18:24: The parser expected to find a '}' to match the '{' token here.\n`,
    );
  });

  test('shows one error for a parameter without a type, and none for its callbacks', () => {
    expect(mistake('text: string, named', 'text, named')).toBe(`\
src/counter.ts:7:9 - error SIGIL040: tool "count", parameter "text": any says nothing about the value
7 |   count(text, named = 3): string[] {
  |         ^^^^
  Fix: Say which values are meant, for example \`string\` or an interface; \`unknown\` takes any JSON.

Found 1 error.`);
  });

  test('shows one error for a misspelt import, and none for the unknown decorator', () => {
    expect(mistake('{ Prompt, Tool }', '{ Promt, Tool }')).toBe(`\
src/counter.ts:1:10 - error SIGIL001: TS2724: '"@sigil/core"' has no exported member named 'Promt'. Did you mean 'Prompt'?
1 | import { Promt, Tool } from '@sigil/core';
  |          ^^^^^
  Fix: Write Prompt.

Found 1 error.`);
  });
});

describe('a misspelt name', () => {
  test('is corrected to the type string and not to the class String', () => {
    expect(mistake('text: string, named', 'text: Strng, named')).toBe(`\
src/counter.ts:7:15 - error SIGIL001: TS2552: Cannot find name 'Strng'. Did you mean 'string'?
7 |   count(text: Strng, named = 3): string[] {
  |               ^^^^^
  Fix: Write string.

Found 1 error.`);
  });

  test('is corrected to the option that was meant', () => {
    expect(mistake('@Tool()', '@Tool({ readonly: true })')).toContain('\n  Fix: Write readOnly.\n');
  });
});

describe('a literal that is not allowed', () => {
  const returned = `    const kind: 'small' | 'large' | 'huge' =`;

  test('gets a fix with the nearest literal, and with all allowed ones for an argument', () => {
    expect(mistake(`    return reader;`, `${returned} 'smal';\n    return kind + reader;`)).toContain(
      `\n  Fix: Write "small".\n`,
    );
    const call = `    const pick = (size: 'small' | 'large' | 'huge') => size;\n    return pick('lrge') + reader;`;
    expect(mistake(`    return reader;`, call)).toContain(
      `\n  Fix: Write "large"; allowed are "small", "large" or "huge".\n`,
    );
  });
});

test('a parameter of a helper without a type is reported, but not the callback that uses it', () => {
  const helper = `export function helper(a, b: string) {\n  return [a].map((it) => it + b);\n}\n\n/** Counts. */`;

  expect(mistake('/** Counts. */', helper).match(/TS\d+: .*/g)).toEqual([
    `TS7006: Parameter 'a' implicitly has an 'any' type.`,
  ]);
});

test('a fix shared by consecutive errors is printed once', () => {
  const shown = mistake(
    `    return reader;`,
    `    const a: number = 'x';\n    const b: number = 'y';\n    return reader + a + b;`,
  );

  expect(shown.match(/error SIGIL001/g)).toHaveLength(2);
  expect(shown.match(/Fix: /g)).toHaveLength(1);
});
