import { describe, expect, test } from 'vitest';
import { describeRelease, findReleaseProblems, findSection } from './release-plan.mjs';

const planned = (name: string, after: string) => ({
  name,
  before: '0.1.0',
  after,
  main: 'dist/index.js',
  hasRepository: true,
});
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
    const notes = { changelog: '# Changelog\n\n## 0.2.0\n\n## 0.1.0\n', noteCount: 2 };

    expect(describeRelease([planned('a', '0.2.0')], [packed('a', 'dist/index.js')], notes)).toEqual([
      '0.1.0 becomes 0.2.0',
      '  a    1 files     2 kB',
    ]);
  });

  test('is described with the section that the changelog lacks', () => {
    const notes = { changelog: '# Changelog\n\n## 0.1.0\n', noteCount: 2 };

    expect(describeRelease([planned('a', '0.2.0')], [packed('a')], notes).slice(0, 2)).toEqual([
      '0.1.0 becomes 0.2.0',
      'CHANGELOG.md has no section "0.2.0" yet',
    ]);
  });

  test('is described with the packages that cannot be published with provenance', () => {
    const notes = { changelog: '# Changelog\n\n## 0.2.0\n\n## 0.1.0\n', noteCount: 2 };
    const unnamed = { ...planned('b', '0.2.0'), hasRepository: false };

    expect(describeRelease([planned('a', '0.2.0'), unnamed], [packed('a'), packed('b')], notes)[1]).toBe(
      'packages without "repository", which cannot be published with provenance: 1',
    );
  });

  test('keeps its version without a changeset', () => {
    const notes = { changelog: '# Changelog\n\n## 0.1.0\n', noteCount: 0 };

    expect(describeRelease([planned('a', '0.1.0')], [packed('a')], notes)[0]).toBe(
      'no changeset: the version stays 0.1.0',
    );
  });
});

describe('the first release', () => {
  const changelog = '# Changelog\n\n## 0.1.0, not released yet\n';
  const headOf = (noteCount: number) =>
    describeRelease([planned('a', '0.1.0')], [packed('a')], { changelog, noteCount }).slice(0, -1);

  test('needs no changeset', () => {
    expect(headOf(0)).toEqual(['0.1.0 would be released for the first time']);
  });

  test('is described with the notes that its section lacks', () => {
    expect(headOf(3)).toEqual([
      '0.1.0 would be released for the first time',
      'notes of .changeset that are not yet in the section "0.1.0" of CHANGELOG.md: 3',
    ]);
  });
});

describe('a section of the changelog', () => {
  test.each([
    ['## 0.1.0, not released yet', 'unreleased'],
    ['## 0.1.0, not released yet\r', 'unreleased'],
    ['## 0.1.0', 'released'],
    ['## 0.1.01', undefined],
    ['### 0.1.0', undefined],
    ['', undefined],
  ])('with the heading "%s" is %s', (heading, state) => {
    expect(findSection(`# Changelog\n\n${heading}\n\ntext\n`, '0.1.0')).toBe(state);
  });
});
