import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapStack } from './map-stack.js';

let folder: string;
let code: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil map-stack '));
  code = join(folder, 'plugin.cjs');
  // Line 1 maps to line 5 of the source, line 2 to the entry that is in no file, line 3 to nothing.
  const map = { version: 3, sources: ['../src/dice.ts', 'sigil:plugin'], names: [], mappings: 'AAIE;ACJF;A' };
  writeFileSync(`${code}.map`, JSON.stringify(map));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a position in a build is mapped to its source, in every form of stack frame', () => {
  const source = join(folder, '../src/dice.ts');

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
