import { describe, expect, test } from 'vitest';
import { inferTargets } from './infer-targets.mjs';

const files = new Set(['package.json', 'tsconfig.json', 'vitest.config.ts']);
const tools = {
  packages: new Set(['@sigil/cli', 'typescript', 'vitest', 'oxlint']),
  hasProductionInputs: true,
  isTypechecked: false,
  commandProject: undefined,
};
const root = 'packages/echo';

describe('a plugin', () => {
  const targets = inferTargets({ root, files, tools });

  test('is built, served, checked, tested and linted by commands of the workspace', () => {
    expect(Object.entries(targets).map(([name, { command }]) => [name, command])).toEqual([
      ['build', 'sigil build .'],
      ['dev', 'sigil dev .'],
      ['serve', 'sigil serve .'],
      ['typecheck', 'tsc -p tsconfig.json'],
      ['test', 'vitest run'],
      ['lint', 'oxlint --deny-warnings packages/echo'],
    ]);
  });

  test('is built again when the command is of another version, and cached', () => {
    expect(targets['build']).toMatchObject({ cache: true, dependsOn: ['^build'], outputs: ['{projectRoot}/dist'] });
    expect(targets['build']?.inputs).toContainEqual({ externalDependencies: ['@sigil/cli'] });
  });

  test('is served until somebody ends it: after each save, or as it was built', () => {
    expect(targets['dev']).toMatchObject({ continuous: true, cache: false, dependsOn: ['^build'] });
    expect(targets['serve']).toMatchObject({ continuous: true, cache: false, dependsOn: ['build'] });
  });
});

test('where the command is a project of the workspace, that is built before', () => {
  const { build } = inferTargets({ root, files, tools: { ...tools, commandProject: '@sigil/cli' } });

  expect(build?.dependsOn).toContainEqual({ projects: ['@sigil/cli'], target: 'build' });
  expect(build?.inputs).toContainEqual({ dependentTasksOutputFiles: '**/*.js', transitive: true });
});

test.each([
  ['packages/my echo', '"packages/my echo"'],
  ['packages/a&b', '"packages/a&b"'],
  ['packages/$HOME`', '"packages/\\$HOME\\`"'],
])('the linter gets the folder %s as one word of a shell', (path, word) => {
  const { lint } = inferTargets({ root: path, files, tools });

  expect(lint?.command).toBe(`oxlint --deny-warnings ${word}`);
});

test('a target may have another name, and what depends on it follows', () => {
  const targets = inferTargets({ root, files, tools }, { buildTargetName: 'bundle', serveTargetName: 'start' });

  expect(Object.keys(targets)).toEqual(['bundle', 'dev', 'start', 'typecheck', 'test', 'lint']);
  expect(targets['start']?.dependsOn).toEqual(['bundle']);
});

describe('a target is left out', () => {
  test('without a test configuration: test', () => {
    expect(inferTargets({ root, files: new Set(['tsconfig.json']), tools })).not.toHaveProperty('test');
  });

  test('where another plugin of Nx checks types: typecheck', () => {
    const targets = inferTargets({ root, files, tools: { ...tools, isTypechecked: true } });

    expect(targets).not.toHaveProperty('typecheck');
  });

  test('where the workspace has not the tool for it: lint and typecheck', () => {
    const targets = inferTargets({ root, files, tools: { ...tools, packages: new Set() } });

    expect(Object.keys(targets)).toEqual(['build', 'dev', 'serve', 'test']);
  });
});

test('inputs that the workspace does not name are not asked for', () => {
  const { build } = inferTargets({ root, files, tools: { ...tools, hasProductionInputs: false } });

  expect(build?.inputs).toEqual(expect.arrayContaining(['default', '^default']));
});
