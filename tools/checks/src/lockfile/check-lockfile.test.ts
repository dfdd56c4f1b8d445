import { minVersion } from 'semver';
import { expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readFile } from '../workspace/read-workspace.ts';
import { checkLockfile } from './check-lockfile.ts';

const oldestNode = '20.19.0';
const bindings = ['@nx/nx-darwin-arm64', '@nx/nx-win32-x64-msvc', '@esbuild/darwin-arm64'];

function lockfileOf(names: readonly string[], more: Record<string, object> = {}): string {
  return JSON.stringify({
    packages: { ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}])), ...more },
  });
}

test.each(bindings)('a lockfile without %s is refused', (name) => {
  const problems = checkLockfile(lockfileOf(bindings.filter((binding) => binding !== name)), oldestNode);

  expect(problems.map(({ message }) => message)).toEqual([
    `${name} is missing: the lockfile was made from incomplete packages`,
  ]);
});

test('a lockfile that names a registry is refused', () => {
  const text = lockfileOf(bindings, { 'node_modules/x': { resolved: 'https://registry.example/x.tgz' } });

  expect(checkLockfile(text, oldestNode)).toHaveLength(1);
});

test('links to workspace folders are allowed', () => {
  expect(
    checkLockfile(lockfileOf(bindings, { 'node_modules/x': { resolved: 'packages/x', link: true } }), oldestNode),
  ).toEqual([]);
});

test('a package that needs a newer Node than the oldest supported one is refused, unless it is optional', () => {
  const needs = (node: string, more: object = {}): object => ({ engines: { node }, ...more });
  const packages = {
    'node_modules/new': needs('>=22'),
    'node_modules/old': needs('>=18'),
    'node_modules/native': needs('>=22', { optional: true }),
  };

  expect(checkLockfile(lockfileOf(bindings, packages), oldestNode).map(({ message }) => message)).toEqual([
    'node_modules/new needs Node >=22, we support 20.19.0',
  ]);
});

test('the lockfile of the workspace passes the check, for the oldest Node that it names', () => {
  const { engines } = JSON.parse(readFile('package.json').text) as { engines: { node: string } };

  const problems = checkLockfile(readFile('package-lock.json').text, minVersion(engines.node)!.version);

  expect(problems.map(describeProblem)).toEqual([]);
});
