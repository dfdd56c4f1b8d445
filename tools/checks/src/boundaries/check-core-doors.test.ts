import { expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readFilesIn } from '../workspace/read-workspace.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
import { checkCoreDoors } from './check-core-doors.ts';

function refusalsOf(doors: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(doors).map(([name, text]) => [`packages/core/src/${name}.ts`, text] as const);
  return checkCoreDoors(filesOf(Object.fromEntries(files))).map(({ message }) => message);
}

test('a name that two entry points export is rejected, even if one exports it as a type', () => {
  const doors = { index: `export { One } from './one.js';`, engine: `export { type One } from './one.js';` };

  expect(refusalsOf(doors)).toEqual(['"One" has a door already: packages/core/src/index.ts']);
});

test('core exports each name from one entry point', () => {
  const doors = readFilesIn('packages/core/src', ['.ts']).filter(({ path }) => path.split('/').length === 4);

  expect(doors.map(({ path }) => path.split('/').at(-1))).toEqual([
    'building.ts',
    'catalog.ts',
    'engine.ts',
    'index.ts',
    'internal.ts',
    'stores.ts',
  ]);
  expect(checkCoreDoors(doors).map(describeProblem)).toEqual([]);
});
