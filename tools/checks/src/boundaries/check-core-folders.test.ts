import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readFilesIn } from '../workspace/read-workspace.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
import { checkCoreFolders } from './check-core-folders.ts';

function refusalsOf(path: string, text: string): string[] {
  return checkCoreFolders(filesOf({ [`packages/core/src/${path}`]: text })).map(({ message }) => message);
}

describe('the core folder check', () => {
  test('rejects an import that points upwards', () => {
    expect(refusalsOf('model/json.ts', `import type { E } from '../engine/engine.js';`)).toEqual([
      '"model" may not import "engine": it is not further down',
    ]);
  });

  test('rejects an import between folders of the same level', () => {
    expect(refusalsOf('revisions/row.ts', `import '../catalog/catalog.js';`)).toHaveLength(1);
  });

  test('rejects an import of the package index from within', () => {
    expect(refusalsOf('engine/engine.ts', `import '../index.js';`)).toHaveLength(1);
  });

  test('rejects a folder without a level', () => {
    expect(refusalsOf('somewhere/x.ts', '')).toEqual(['folder "somewhere" has no floor in check-core-folders.ts']);
  });
});

describe('the core folder check of allowed imports', () => {
  test('accepts imports within a folder, nested or not, and from folders further down', () => {
    const text = `import './a.js';\nimport './deep/b.js';\nimport '../operations/tools-call.js';\nimport '../model/json.js';`;

    expect(refusalsOf('engine/engine.ts', text)).toEqual([]);
  });

  test('accepts imports of all of core in tests', () => {
    expect(refusalsOf('model/json.test.ts', `import '../engine/engine.js';`)).toEqual([]);
  });
});

test('the folders of core import downwards only', () => {
  expect(checkCoreFolders(readFilesIn('packages/core/src', ['.ts'])).map(describeProblem)).toEqual([]);
});
