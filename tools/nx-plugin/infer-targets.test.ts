import { describe, expect, test } from 'vitest';
import { inferTargets } from './infer-targets.mjs';

const library = new Set(['package.json', 'tsconfig.json', 'tsconfig.lib.json', 'vitest.config.ts']);

describe('a library or an app', () => {
  const targets = inferTargets({
    root: 'packages/core',
    files: library,
    isPlugin: false,
    isBundled: true,
    isCommandBuiltHere: true,
  });

  test('has all four targets, each cached', () => {
    expect(Object.keys(targets)).toEqual(['build', 'typecheck', 'test', 'lint']);
    expect(Object.values(targets).every((target) => target.cache)).toBe(true);
  });

  test('is built by the native compiler and then the bundler, found by path from its own folder', () => {
    expect(targets.build).toMatchObject({
      command:
        'node ../../node_modules/@typescript/native/bin/tsc --build tsconfig.lib.json && node ../../tools/nx-plugin/bundle-library.mjs',
      options: { cwd: 'packages/core' },
      outputs: ['{projectRoot}/dist'],
    });
    expect(targets.build?.inputs).toContain(
      '{workspaceRoot}/tools/nx-plugin/{bundle-library,entries-of,require-packages}.mjs',
    );
  });

  test('is only compiled when it names no entries', () => {
    const { build } = inferTargets({
      root: 'apps/conformance',
      files: library,
      isPlugin: false,
      isBundled: false,
      isCommandBuiltHere: true,
    });

    expect(build?.command).toBe('node ../../node_modules/@typescript/native/bin/tsc --build tsconfig.lib.json');
    expect(build?.inputs).not.toContain(
      '{workspaceRoot}/tools/nx-plugin/{bundle-library,entries-of,require-packages}.mjs',
    );
  });

  test('is built after what it depends on, and again when that changes', () => {
    expect(targets.build?.dependsOn).toEqual(['^build']);
    expect(targets.build?.inputs).toContain('^production');
  });

  test('is tested from sources, without a build', () => {
    expect(targets.test?.dependsOn).toBeUndefined();
    expect(targets.test?.inputs).toContain('^production');
  });
});

describe('a plugin', () => {
  const files = new Set(['package.json', 'tsconfig.json']);
  const targets = inferTargets({
    root: 'apps/server/plugins/echo',
    files,
    isPlugin: true,
    isBundled: false,
    isCommandBuiltHere: true,
  });

  test('is built by the sigil command, after the command itself', () => {
    expect(targets.build).toMatchObject({ command: 'node ../../../../packages/cli/dist/main.js build .' });
    expect(targets.build?.dependsOn).toContainEqual({ projects: ['@sigil/cli'], target: 'build' });
  });

  test('is served by a target of its own that goes on until it is ended', () => {
    expect(targets.dev).toMatchObject({
      command: 'node ../../../../packages/cli/dist/main.js dev .',
      continuous: true,
      cache: false,
    });
  });

  test('is built by the command that is installed, where that is no project of the workspace', () => {
    const { build, dev } = inferTargets({
      root: 'plugins/echo',
      files,
      isPlugin: true,
      isBundled: false,
      isCommandBuiltHere: false,
    });

    expect(build?.command).toBe('node ../../node_modules/@sigil/cli/bin/sigil.mjs build .');
    expect([build?.dependsOn, dev?.dependsOn]).toEqual([['^build'], ['^build']]);
  });

  test('has no test target as long as it has no test configuration', () => {
    expect(targets).not.toHaveProperty('test');
  });
});

describe('a tool', () => {
  const files = new Set(['package.json', 'tsconfig.json', 'vitest.config.ts']);
  const targets = inferTargets({
    root: 'tools/checks',
    files,
    isPlugin: false,
    isBundled: false,
    isCommandBuiltHere: true,
  });

  test('has nothing to build and is typechecked without output', () => {
    expect(Object.keys(targets)).toEqual(['typecheck', 'test', 'lint']);
    expect(targets.typecheck?.command).toBe('node ../../node_modules/@typescript/native/bin/tsc -p tsconfig.json');
  });
});

test('a folder with only a package.json is linted and nothing else', () => {
  const targets = inferTargets({
    root: 'tools/empty',
    files: new Set(['package.json']),
    isPlugin: false,
    isBundled: false,
    isCommandBuiltHere: true,
  });

  expect(Object.keys(targets)).toEqual(['lint']);
});
