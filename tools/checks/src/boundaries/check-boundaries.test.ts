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
    documents: { layer: 'import' },
    http: { layer: 'edge' },
    testing: { layer: 'test' },
    sigil: { layer: 'cli' },
    importer: { layer, files, manifest: { dependencies } },
  });
  return checkBoundaries(workspace).map(({ message }) => message);
}

describe('the boundary check', () => {
  test('rejects an edge that imports another edge', () => {
    const files = { 'a.ts': `import { x } from '@sigil/http';` };

    expect(refusalsOf('edge', files, { '@sigil/http': '1' })).toEqual([
      'layer "edge" may not import "@sigil/http" of layer "edge"',
    ]);
  });

  test('rejects a server that imports the builder or the command line', () => {
    const files = { 'a.ts': `import { x } from '@sigil/codegen';\nimport { y } from '@sigil/sigil';` };

    expect(refusalsOf('server', files, { '@sigil/codegen': '1', '@sigil/sigil': '1' })).toEqual([
      'layer "server" may not import "@sigil/codegen" of layer "build"',
      'layer "server" may not import "@sigil/sigil" of layer "cli"',
    ]);
  });

  test('rejects the generator or an edge that imports the importer of documents', () => {
    const files = { 'a.ts': `import { x } from '@sigil/documents';` };
    const refusal = (layer: Layer): string => `layer "${layer}" may not import "@sigil/documents" of layer "import"`;

    expect(refusalsOf('build', files, { '@sigil/documents': '1' })).toEqual([refusal('build')]);
    expect(refusalsOf('edge', files, { '@sigil/documents': '1' })).toEqual([refusal('edge')]);
  });

  test('rejects a type-only or dynamic import that the table forbids', () => {
    const files = { 'a.ts': `import type { X } from '@sigil/http';\nconst y = import('@sigil/codegen');` };

    expect(refusalsOf('plugin', files, { '@sigil/http': '1', '@sigil/codegen': '1' })).toHaveLength(2);
  });

  test("accepts a development dependency in a plugin's view, which is bundled, and in nothing else of the plugin", () => {
    const text = `import { h } from 'preact';`;
    const importer = {
      layer: 'plugin' as const,
      files: { 'views/board.tsx': text, 'dice.ts': text },
      manifest: { devDependencies: { preact: '1' } },
    };

    const { packages, ...rest } = workspaceOf({ importer });
    const placed = packages.map((owner) => ({
      ...owner,
      sources: owner.sources.map((file) => ({ ...file, path: file.path.replace('/src/views/', '/views/') })),
    }));

    expect(checkBoundaries({ ...rest, packages: placed }).map(describeProblem)).toEqual([
      'packages/importer/src/dice.ts:1 "preact" is not a dependency in packages/importer/package.json',
    ]);
  });

  test('rejects core that imports another of our packages', () => {
    expect(refusalsOf('core', { 'a.ts': `import '@sigil/codegen';` })).toHaveLength(1);
  });

  test('rejects core that imports a Node module, with or without its prefix', () => {
    expect(refusalsOf('core', { 'a.ts': `import 'node:fs';`, 'b.ts': `import 'path';` })).toEqual([
      'core may not import the Node module "node:fs"',
      'core may not import the Node module "path"',
    ]);
  });

  test('rejects core with a dependency', () => {
    expect(refusalsOf('core', {}, { 'left-pad': '1' })).toEqual(['core may not depend on "left-pad"']);
  });

  test('rejects contracts that imports a compiler, declared or not', () => {
    const files = { 'a.ts': `import ts from 'typescript';` };

    expect(refusalsOf('contracts', files)).toEqual([
      '"typescript" is not a dependency in packages/importer/package.json',
    ]);
    expect(refusalsOf('contracts', files, { typescript: '1' })).toEqual(['contracts may not depend on "typescript"']);
  });

  test('rejects contracts that imports the generator', () => {
    const files = { 'a.ts': `import type { X } from '@sigil/codegen';` };

    expect(refusalsOf('contracts', files)).toEqual([
      'layer "contracts" may not import "@sigil/codegen" of layer "build"',
    ]);
  });

  test('rejects an import that package.json does not declare', () => {
    expect(refusalsOf('edge', { 'a.ts': `import 'koa/lib';\nimport '@scope/name/deep';` })).toEqual([
      '"koa" is not a dependency in packages/importer/package.json',
      '"@scope/name" is not a dependency in packages/importer/package.json',
    ]);
  });

  test('rejects a relative import into another package', () => {
    expect(refusalsOf('edge', { 'a.ts': `import '../../core/src/index.js';` })).toHaveLength(1);
  });

  test('rejects an import of a file that a package does not export', () => {
    const files = { 'a.ts': `import '@sigil/core/src/index.js';` };

    expect(refusalsOf('edge', files, { '@sigil/core': '1' })).toEqual([
      '"@sigil/core/src/index.js" is not among the exports of @sigil/core',
    ]);
  });

  test('rejects an import of a dev dependency outside the tests', () => {
    expect(refusalsOf('edge', { 'a.ts': `import 'vitest';` })).toHaveLength(1);
  });
});

describe('the boundary check of allowed imports', () => {
  test('accepts an edge that imports core, Node and a declared dependency', () => {
    const files = { 'a.ts': `import '@sigil/core';\nimport 'node:http';\nimport 'koa';\nimport './b.js';` };

    expect(refusalsOf('edge', files, { '@sigil/core': '1', koa: '1' })).toEqual([]);
  });

  test('accepts tests of an edge that import shared test packages', () => {
    const files = { 'a.test.ts': `import 'vitest';\nimport '@sigil/testing';` };

    expect(refusalsOf('edge', files, { '@sigil/testing': '1' })).toEqual([]);
  });
});

test('the workspace keeps its boundaries', () => {
  expect(checkBoundaries(readWorkspace()).map(describeProblem)).toEqual([]);
});
