import { describe, expect, test } from 'vitest';
import { describeRelease, findReleaseProblems } from './release-plan.mjs';

const planned = (name: string, after: string) => ({ name, before: '0.1.0', after, main: 'dist/index.js' });
const packed = (name: string, ...paths: string[]) => ({
  name,
  version: '0.1.0',
  size: 1500,
  files: paths.map((path) => ({ path })),
});

describe('a release', () => {
  test('of packages with code and one version is fine', () => {
    expect(findReleaseProblems([planned('a', '0.2.0')], [packed('a', 'dist/index.js')])).toEqual([]);
  });

  test('with two versions names every package', () => {
    const problems = findReleaseProblems(
      [planned('a', '0.2.0'), planned('b', '0.1.0')],
      [packed('a', 'dist/index.js'), packed('b', 'dist/index.js')],
    );

    expect(problems).toEqual(['published packages must have one version, got a 0.2.0, b 0.1.0']);
  });

  test('names what is not packed, and what is packed without its build', () => {
    expect(findReleaseProblems([planned('a', '0.2.0'), planned('b', '0.2.0')], [packed('b', 'package.json')])).toEqual([
      'npm packed no tarball of a',
      'the tarball of b lacks dist/index.js: build it first',
    ]);
  });

  test('is described by its version and the size of each package', () => {
    expect(describeRelease([planned('a', '0.2.0')], [packed('a', 'dist/index.js')])).toEqual([
      '0.1.0 becomes 0.2.0',
      '  a    1 files     2 kB',
    ]);
  });

  test('without a changeset is described as none', () => {
    expect(describeRelease([planned('a', '0.1.0')], [packed('a')])[0]).toBe('no changeset: nothing would be released');
  });
});
