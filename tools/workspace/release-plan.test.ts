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
  test('has no problems when packages have code and one version', () => {
    expect(findReleaseProblems([planned('a', '0.2.0')], [packed('a', 'dist/index.js')])).toEqual([]);
  });

  test('is rejected with every package named when versions differ', () => {
    const problems = findReleaseProblems(
      [planned('a', '0.2.0'), planned('b', '0.1.0')],
      [packed('a', 'dist/index.js'), packed('b', 'dist/index.js')],
    );

    expect(problems).toEqual(['published packages must have one version, got a 0.2.0, b 0.1.0']);
  });

  test('is rejected for packages that are not packed or packed without their build', () => {
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

  test('is described as empty without a changeset', () => {
    expect(describeRelease([planned('a', '0.1.0')], [packed('a')])[0]).toBe('no changeset: nothing would be released');
  });
});
