import { expect, test } from 'vitest';
import { workspaceOf } from '../workspace/workspace.test-support.ts';
import { findFolderCycles } from './find-folder-cycles.ts';

function cyclesIn(files: Record<string, string>): string[] {
  return workspaceOf({ p: { layer: 'edge', files } })
    .packages.flatMap(findFolderCycles)
    .map(({ message }) => message);
}

test('two folders that import each other are refused, and the imports are named', () => {
  const files = {
    'a/one.ts': `import type { Two } from '../b/two.js';`,
    'a/four.ts': '',
    'b/two.ts': '',
    'b/three.ts': `import '../a/four.js';`,
  };

  expect(cyclesIn(files)).toEqual([
    expect.stringMatching(/^folder cycle: .*\/a → .*\/b → .*\/a \(.*one\.ts imports .*two\.ts, /),
  ]);
});

test('a folder and its subfolder that import each other are rejected', () => {
  const files = {
    'a/one.ts': `import './in/two.js';`,
    'a/in/two.ts': '',
    'a/in/three.ts': `import '../four.js';`,
    'a/four.ts': '',
  };

  expect(cyclesIn(files)).toHaveLength(1);
});

test('a circle of three folders is refused', () => {
  const files = {
    'a/one.ts': `import '../b/two.js';`,
    'b/two.ts': `import '../c/three.js';`,
    'c/three.ts': `import '../a/four.js';`,
    'a/four.ts': '',
  };

  expect(cyclesIn(files)).toHaveLength(1);
});

test('a file in the source root may import folders, or be imported by them, but not both', () => {
  const files = {
    'index.ts': `import './a/one.js';`,
    'a/one.ts': `import '../limits.js';`,
    'limits.ts': '',
  };

  expect(cyclesIn(files)).toEqual([]);
  expect(cyclesIn({ ...files, 'limits.ts': `import './b/two.js';`, 'b/two.ts': '' })).toEqual([]);
  expect(cyclesIn({ ...files, 'limits.ts': `import './a/two.js';`, 'a/two.ts': '' })).toEqual([
    expect.stringMatching(/^folder cycle: .*\/src\/a → .*\/src\/limits\.ts → .*\/src\/a \(/),
  ]);
});

test('tests are ignored', () => {
  const files = { 'a/one.test.ts': `import '../b/two.js';`, 'a/one.ts': '', 'b/two.ts': `import '../a/one.js';` };

  expect(cyclesIn(files)).toEqual([]);
});
