import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSourcePlace, mapStack } from './map-stack.js';

let folder: string;
let code: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil map-stack '));
  mkdirSync(join(folder, 'dist'));
  code = join(folder, 'dist/plugin.cjs');
  // Line 1 maps to line 5 of the source, line 2 to the entry that is in no file, line 3 to nothing.
  const map = { version: 3, sources: ['../src/dice.ts', 'sigil:plugin'], names: [], mappings: 'AAIE;ACJF;A' };
  writeFileSync(`${code}.map`, JSON.stringify(map));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a position in a build is mapped to its source, in every form of stack frame', () => {
  const source = join(folder, 'src/dice.ts');

  expect(mapStack(`Error: no\n    at Dice.roll (${code}:1:1)\n    at ${code}:1:1`)).toBe(
    `Error: no\n    at Dice.roll (${source}:5:3)\n    at ${source}:5:3`,
  );
  expect(mapStack(`    at ${pathToFileURL(code).href}:1:1`)).toBe(`    at ${source}:5:3`);
});

test('a position without a source stays unchanged', () => {
  const stack = [
    `    at entry (${code}:2:1)`,
    `    at decoder (${code}:3:1)`,
    `    at elsewhere (${join(folder, 'other.cjs')}:1:1)`,
    '    at node:internal/timers:1:1',
  ].join('\n');

  expect(mapStack(stack)).toBe(stack);
});

test("the author's line of a stack is the first one in the sources of the build", () => {
  const above = [`Error: no`, `    at node:internal/vm:1:1`, `    at entry (${code}:2:1)`].join('\n');

  expect(findSourcePlace(`${above}\n    at ${code}:1:1`, code)).toBe('src/dice.ts:5:3');
  expect(findSourcePlace(above, code)).toBeUndefined();
  expect(findSourcePlace(`    at ${join(folder, 'dist/other.cjs')}:1:1`, code)).toBeUndefined();
  expect(findSourcePlace(`    at ${code}:1:1`, join(folder, 'dist/without-map.cjs'))).toBeUndefined();
});
