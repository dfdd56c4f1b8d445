import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import type { Layer } from '../workspace/workspace.ts';
import { workspaceOf } from '../workspace/workspace.test-support.ts';
import { checkBoundaries } from './check-boundaries.ts';

/** Returns the problems found when `importer` (a package of layer `layer`) has these files. */
function refusalsOf(layer: Layer, files: Record<string, string>, dependencies: Record<string, string> = {}): string[] {
  const workspace = workspaceOf({
    core: { layer: 'core' },
    codegen: { layer: 'build' },
    http: { layer: 'edge' },
    testing: { layer: 'test' },
    importer: { layer, files, manifest: { dependencies } },
  });
  return checkBoundaries(workspace).map(({ message }) => message);
}

describe('refused', () => {
  test('an edge that imports another edge', () => {
    const files = { 'a.ts': `import { x } from '@sigil/http';` };

    expect(refusalsOf('edge', files, { '@sigil/http': '1' })).toEqual([
      'layer "edge" may not import "@sigil/http" of layer "edge"',
    ]);
  });

  test('a server that knows the builder or the command line', () => {
    const files = { 'a.ts': `import { x } from '@sigil/codegen';` };

    expect(refusalsOf('server', files, { '@sigil/codegen': '1' })).toEqual([
      'layer "server" may not import "@sigil/codegen" of layer "build"',
    ]);
  });

  test('a type-only or dynamic import against the table', () => {
    const files = { 'a.ts': `import type { X } from '@sigil/http';\nconst y = import('@sigil/codegen');` };

    expect(refusalsOf('plugin', files, { '@sigil/http': '1', '@sigil/codegen': '1' })).toHaveLength(2);
  });

  test('core that imports anything of ours', () => {
    expect(refusalsOf('core', { 'a.ts': `import '@sigil/codegen';` })).toHaveLength(1);
  });

  test('core that imports a Node module, with or without its prefix', () => {
    expect(refusalsOf('core', { 'a.ts': `import 'node:fs';`, 'b.ts': `import 'path';` })).toEqual([
      'core may not import the Node module "node:fs"',
      'core may not import the Node module "path"',
    ]);
  });

  test('core with a dependency', () => {
    expect(refusalsOf('core', {}, { 'left-pad': '1' })).toEqual(['core may not depend on "left-pad"']);
  });

  test('contracts with a compiler, declared or not', () => {
    const files = { 'a.ts': `import ts from 'typescript';` };

    expect(refusalsOf('contracts', files)).toEqual([
      '"typescript" is not a dependency in packages/importer/package.json',
    ]);
    expect(refusalsOf('contracts', files, { typescript: '1' })).toEqual(['contracts may not depend on "typescript"']);
  });

  test('contracts that imports the generator', () => {
    const files = { 'a.ts': `import type { X } from '@sigil/codegen';` };

    expect(refusalsOf('contracts', files)).toEqual([
      'layer "contracts" may not import "@sigil/codegen" of layer "build"',
    ]);
  });

  test('an import that package.json does not declare', () => {
    expect(refusalsOf('edge', { 'a.ts': `import 'koa/lib';\nimport '@scope/name/deep';` })).toEqual([
      '"koa" is not a dependency in packages/importer/package.json',
      '"@scope/name" is not a dependency in packages/importer/package.json',
    ]);
  });

  test('a relative import into another package', () => {
    expect(refusalsOf('edge', { 'a.ts': `import '../../core/src/index.js';` })).toHaveLength(1);
  });

  test('an import of a file that a package does not export', () => {
    const files = { 'a.ts': `import '@sigil/core/src/index.js';` };

    expect(refusalsOf('edge', files, { '@sigil/core': '1' })).toEqual([
      '"@sigil/core/src/index.js" is not among the exports of @sigil/core',
    ]);
  });

  test('a dev dependency outside the tests', () => {
    expect(refusalsOf('edge', { 'a.ts': `import 'vitest';` })).toHaveLength(1);
  });
});

describe('allowed', () => {
  test('an edge that imports core, Node and a declared dependency', () => {
    const files = { 'a.ts': `import '@sigil/core';\nimport 'node:http';\nimport 'koa';\nimport './b.js';` };

    expect(refusalsOf('edge', files, { '@sigil/core': '1', koa: '1' })).toEqual([]);
  });

  test('tests of an edge that import what all tests share', () => {
    const files = { 'a.test.ts': `import 'vitest';\nimport '@sigil/testing';` };

    expect(refusalsOf('edge', files, { '@sigil/testing': '1' })).toEqual([]);
  });
});

test('the workspace keeps its boundaries', () => {
  expect(checkBoundaries(readWorkspace()).map(describeProblem)).toEqual([]);
});
