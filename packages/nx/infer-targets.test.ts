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

  test('is cached, and rebuilt when the version of the command changes', () => {
    const outputs = ['{projectRoot}/dist', '{projectRoot}/views/tools.generated.ts'];
    expect(targets['build']).toMatchObject({ cache: true, dependsOn: ['^build'], outputs });
    expect(targets['build']?.inputs).toContainEqual({ externalDependencies: ['@sigil/cli'] });
    expect(targets['build']?.inputs).toContain('{projectRoot}/skills/**/*');
    expect(targets['build']?.inputs).toContain('{projectRoot}/views/**/*');
  });

  test('has the continuous targets dev and serve, and serve depends on build', () => {
    expect(targets['dev']).toMatchObject({ continuous: true, cache: false, dependsOn: ['^build'] });
    expect(targets['serve']).toMatchObject({ continuous: true, cache: false, dependsOn: ['build'] });
  });
});

test('a build depends on the command’s project if the workspace contains it', () => {
  const { build } = inferTargets({ root, files, tools: { ...tools, commandProject: '@sigil/cli' } });

  expect(build?.dependsOn).toContainEqual({ projects: ['@sigil/cli'], target: 'build' });
  expect(build?.inputs).toContainEqual({ dependentTasksOutputFiles: '**/*.js', transitive: true });
});

test.each([
  ['packages/my echo', '"packages/my echo"'],
  ['packages/a&b', '"packages/a&b"'],
  ['packages/$HOME`', '"packages/\\$HOME\\`"'],
])('the linter gets the folder %s as one word of a shell command', (path, word) => {
  const { lint } = inferTargets({ root: path, files, tools });

  expect(lint?.command).toBe(`oxlint --deny-warnings ${word}`);
});

test('a target can be renamed, and targets that depend on it follow', () => {
  const targets = inferTargets({ root, files, tools }, { buildTargetName: 'bundle', serveTargetName: 'start' });

  expect(Object.keys(targets)).toEqual(['bundle', 'dev', 'start', 'typecheck', 'test', 'lint']);
  expect(targets['start']?.dependsOn).toEqual(['bundle']);
});

describe('omitted targets', () => {
  test('a test target is omitted without a test configuration', () => {
    expect(inferTargets({ root, files: new Set(['tsconfig.json']), tools })).not.toHaveProperty('test');
  });

  test('typecheck is omitted if another Nx plugin checks types', () => {
    const targets = inferTargets({ root, files, tools: { ...tools, isTypechecked: true } });

    expect(targets).not.toHaveProperty('typecheck');
  });

  test('lint and typecheck are omitted if their tools are not installed', () => {
    const targets = inferTargets({ root, files, tools: { ...tools, packages: new Set() } });

    expect(Object.keys(targets)).toEqual(['build', 'dev', 'serve', 'test']);
  });
});

test('named inputs that the workspace does not define are not used', () => {
  const { build } = inferTargets({ root, files, tools: { ...tools, hasProductionInputs: false } });

  expect(build?.inputs).toEqual(expect.arrayContaining(['default', '^default']));
});
