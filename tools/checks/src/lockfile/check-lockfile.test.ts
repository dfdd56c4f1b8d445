import { expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readFile } from '../workspace/read-workspace.ts';
import { checkLockfile } from './check-lockfile.ts';

const bindings = ['@nx/nx-darwin-arm64', '@nx/nx-win32-x64-msvc', '@esbuild/darwin-arm64'];

function lockfileOf(names: readonly string[], more: Record<string, object> = {}): string {
  return JSON.stringify({
    packages: { ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}])), ...more },
  });
}

test.each(bindings)('a lockfile without %s is refused', (name) => {
  const problems = checkLockfile(lockfileOf(bindings.filter((binding) => binding !== name)));

  expect(problems.map(({ message }) => message)).toEqual([
    `${name} is missing: the lockfile was made from incomplete packages`,
  ]);
});

test('a lockfile that names a registry is refused', () => {
  const text = lockfileOf(bindings, { 'node_modules/x': { resolved: 'https://registry.example/x.tgz' } });

  expect(checkLockfile(text)).toHaveLength(1);
});

test('links to workspace folders are allowed', () => {
  expect(checkLockfile(lockfileOf(bindings, { 'node_modules/x': { resolved: 'packages/x', link: true } }))).toEqual([]);
});

test('the lockfile of the workspace passes the check', () => {
  expect(checkLockfile(readFile('package-lock.json').text).map(describeProblem)).toEqual([]);
});
