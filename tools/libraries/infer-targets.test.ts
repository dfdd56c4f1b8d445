import { describe, expect, test } from 'vitest';
import { inferTargets } from './infer-targets.mjs';

const library = new Set(['package.json', 'tsconfig.json', 'tsconfig.lib.json', 'vitest.config.ts']);
const bundlerSources = '{workspaceRoot}/tools/libraries/{bundle-library,entries-of,merge-entries,require-packages}.mjs';

describe('a library or an app', () => {
  const targets = inferTargets({ root: 'packages/core', files: library, isBundled: true });

  test('has all four targets, each cached', () => {
    expect(Object.keys(targets)).toEqual(['build', 'typecheck', 'test', 'lint']);
    expect(Object.values(targets).every((target) => target.cache)).toBe(true);
  });

  test('is built by the native compiler and then the bundler, both run by relative path', () => {
    expect(targets.build).toMatchObject({
      command:
        'node ../../node_modules/@typescript/native/bin/tsc --build tsconfig.lib.json && node ../../tools/libraries/bundle-library.mjs',
      options: { cwd: 'packages/core' },
      outputs: ['{projectRoot}/dist'],
    });
    expect(targets.build?.inputs).toContain(bundlerSources);
  });

  test('is only compiled when it names no entries', () => {
    const { build } = inferTargets({ root: 'apps/conformance', files: library, isBundled: false });

    expect(build?.command).toBe('node ../../node_modules/@typescript/native/bin/tsc --build tsconfig.lib.json');
    expect(build?.inputs).not.toContain(bundlerSources);
  });

  test('writes its files for browsers last', () => {
    const files = new Set([...library, 'build-assets.mjs']);
    const { build } = inferTargets({ root: 'packages/console', files, isBundled: true });

    expect(build?.command).toMatch(/bundle-library\.mjs && node build-assets\.mjs$/);
  });

  test('is built after its dependencies, and again when they change', () => {
    expect(targets.build?.dependsOn).toEqual(['^build']);
    expect(targets.build?.inputs).toContain('^production');
  });

  test('is tested from sources, without a build', () => {
    expect(targets.test?.dependsOn).toBeUndefined();
    expect(targets.test?.inputs).toContain('^production');
  });
});

test('a tool has nothing to build and is typechecked without output', () => {
  const files = new Set(['package.json', 'tsconfig.json', 'vitest.config.ts']);
  const targets = inferTargets({ root: 'tools/checks', files, isBundled: false });

  expect(Object.keys(targets)).toEqual(['typecheck', 'test', 'lint']);
  expect(targets.typecheck?.command).toBe('node ../../node_modules/@typescript/native/bin/tsc -p tsconfig.json');
});

test('a folder with only a package.json is linted and nothing else', () => {
  const targets = inferTargets({ root: 'tools/empty', files: new Set(['package.json']), isBundled: false });

  expect(Object.keys(targets)).toEqual(['lint']);
});
