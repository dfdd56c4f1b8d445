import { expect, test } from 'vitest';
import { readFile, readFilesIn } from './read-workspace.ts';

/** Matches projects as the root's `vitest.config.ts` does. */
const isProject = /^(packages|apps|apps\/server\/plugins|tools)\/[^/]+\/vitest\.config\.ts$/;

/** Returns the words of a list in `.ci/run`, without the lists that it includes. */
function listOf(name: string): string[] {
  const [, words = ''] = new RegExp(`^${name}=\\((.*)\\)$`, 'm').exec(readFile('.ci/run').text) ?? [];
  return words
    .split(' ')
    .filter((it) => !it.startsWith('"'))
    .map((it) => it.replaceAll("'", ''));
}

test('CI lists every project exactly once for its slow suites', () => {
  const patterns = ['building', 'running', 'engine'].flatMap(listOf);
  const matches = (pattern: string, name: string): boolean =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const configs = ['packages', 'apps', 'tools']
    .flatMap((folder) => readFilesIn(folder, ['/vitest.config.ts']))
    .filter(({ path }) => isProject.test(path));
  const names = configs.map(({ path, text }) => /\bname: '([^']+)'/.exec(text)?.[1] ?? path);

  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => patterns.filter((it) => matches(it, name)).length !== 1)).toEqual([]);
});
