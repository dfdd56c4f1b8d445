import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
import { findCycles } from './find-cycles.ts';
import { findFolderCycles } from './find-folder-cycles.ts';

function cyclesIn(texts: Record<string, string>, entries: Record<string, string> = {}): string[] {
  return findCycles(filesOf(texts), new Map(Object.entries(entries))).map(({ message }) => message);
}

test('a circle of type imports is a cycle', () => {
  const files = { 'p/a.ts': `import type { B } from './b.js';`, 'p/b.ts': `import type { A } from './a.js';` };

  expect(cyclesIn(files)).toEqual(['import cycle: p/a.ts → p/b.ts → p/a.ts']);
});

test('a circle through another package is a cycle', () => {
  const files = {
    'p/index.ts': `import '@sigil/q';`,
    'q/index.ts': `import '../q/inner.js';`,
    'q/inner.ts': `import '@sigil/p';`,
  };

  expect(cyclesIn(files, { '@sigil/p': 'p/index.ts', '@sigil/q': 'q/index.ts' })).toHaveLength(1);
});

test('a file that imports itself is a cycle', () => {
  expect(cyclesIn({ 'p/a.ts': `import './a.js';` })).toEqual(['import cycle: p/a.ts → p/a.ts']);
});

test('two import paths to one file are not a cycle', () => {
  const files = { 'p/a.ts': `import './b.js';\nimport './c.js';`, 'p/b.ts': `import './c.js';`, 'p/c.ts': '' };

  expect(cyclesIn(files)).toEqual([]);
});

describe('the workspace', () => {
  const { packages } = readWorkspace();

  test('has no import cycle', () => {
    const entries = new Map(packages.map(({ manifest, folder }) => [manifest.name, `${folder}/src/index.ts`]));
    const files = packages.flatMap(({ sources }) => sources);

    expect(findCycles(files, entries).map(describeProblem)).toEqual([]);
  });

  test('has no package whose folders import each other', () => {
    expect(packages.flatMap(findFolderCycles).map(describeProblem)).toEqual([]);
  });
});
