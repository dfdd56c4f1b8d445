import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readFile, readWorkspace } from '../workspace/read-workspace.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
import { checkClaims } from './check-claims.ts';
import { checkIndex } from './check-index.ts';
import { checkLinks } from './check-links.ts';
import { checkPackagesShown, checkTrees, type FindPath } from './check-trees.ts';
import { findPath } from './find-path.ts';
import { anchorsIn, fencedBlocksIn, linksIn } from './markdown.ts';
import { readDocuments } from './read-documents.ts';

const documents = readDocuments();

/** Simulates a workspace with exactly these paths. */
const findIn =
  (paths: Record<string, 'file' | 'folder'>): FindPath =>
  (path) =>
    paths[path];

describe('Markdown', () => {
  test('blocks keep their language, info and line', () => {
    expect(fencedBlocksIn('one\n```ts check — why\nlet a;\n```\n')).toEqual([
      { language: 'ts', info: 'check — why', text: 'let a;', line: 3 },
    ]);
  });

  test('a longer fence holds a shorter one', () => {
    expect(fencedBlocksIn('````md\n```ts\n```\n````')).toMatchObject([{ language: 'md', text: '```ts\n```' }]);
  });

  test('links in code are ignored', () => {
    expect(linksIn('[a](a.md) `[b](b.md)`\n```\n[c](c.md)\n```')).toEqual([{ target: 'a.md', line: 1 }]);
  });

  test('anchors are made as GitHub makes them', () => {
    expect([...anchorsIn('# One `two`: three?\n## Twice\n## Twice')]).toEqual(['one-two-three', 'twice', 'twice-1']);
  });
});

describe('a folder tree', () => {
  const problemsIn = (tree: string, paths: Record<string, 'file' | 'folder'> = {}) =>
    checkTrees(filesOf({ 'docs/x.md': `\`\`\`tree\n${tree}\n\`\`\`` }), findIn(paths)).map(describeProblem);

  test('is rejected when it names a missing path', () => {
    const tree = 'packages/ — all\n  core/ — the core\n  gone/ — was here';

    expect(problemsIn(tree, { packages: 'folder', 'packages/core': 'folder' })).toEqual([
      'docs/x.md:4 "packages/gone" does not exist',
    ]);
  });

  test('is rejected when it calls a file a folder', () => {
    expect(problemsIn('a/ — folder', { a: 'file' })).toEqual(['docs/x.md:2 "a" is a file, the tree says folder']);
  });

  test.each(['no description', '   odd/ — indentation', '  deep/ — without a parent'])(
    'is rejected for the line "%s"',
    (line) => {
      expect(problemsIn(line)).toHaveLength(1);
    },
  );

  test('finds the right parent after it goes back up a level', () => {
    const paths = { a: 'folder', 'a/b': 'folder', 'a/b/c.ts': 'file', 'a/d': 'folder' } as const;

    expect(problemsIn('a/ — 1\n  b/ — 2\n    c.ts — 3\n\n  d/ — 4', paths)).toEqual([]);
  });

  test('of the architecture is rejected when it lacks a package', () => {
    const page = filesOf({ 'docs/inside/architecture.md': '```tree\npackages/ — all\n  core/ — the core\n```' });

    expect(checkPackagesShown(page, ['packages/core', 'packages/new']).map(describeProblem)).toEqual([
      'docs/inside/architecture.md its tree lacks "packages/new"',
    ]);
    expect(checkPackagesShown(filesOf({}), ['packages/core'])).toHaveLength(1);
  });

  test('of the architecture has every package, app and tool', () => {
    const folders = readWorkspace().packages.map(({ folder }) => folder);
    const shown = folders.filter((folder) => !/\/plugins\/|^examples\//.test(folder));

    expect(checkPackagesShown(documents, shown).map(describeProblem)).toEqual([]);
  });

  test('can use a wildcard, which must match a path', () => {
    expect(findPath('packages/*/package.json')).toBe('file');
    expect(findPath('packages/*.nothing')).toBeUndefined();
  });

  test('names only existing paths in all documents', () => {
    expect(checkTrees(documents, findPath).map(describeProblem)).toEqual([]);
  });
});

describe('a page of docs/', () => {
  test('is rejected when no index links to it', () => {
    const pages = filesOf({
      'docs/README.md': '[a](a/one.md#here) [b](a/README.md)',
      'docs/a/README.md': '[two](two.md)',
      'docs/a/one.md': '',
      'docs/a/two.md': '',
      'docs/a/lost.md': '[one](one.md)',
    });

    expect(checkIndex(pages).map(({ file }) => file)).toEqual(['docs/a/lost.md']);
  });

  test('is always linked from an index', () => {
    expect(checkIndex(documents).map(describeProblem)).toEqual([]);
  });
});

describe('a claim of the documents that this project began with', () => {
  const tests = [
    String.raw`describe('a ping', () => { test('has a \'quoted\' name', () => {}); });`,
    `test.each([1])('%s is refused', () => {});`,
  ].join('\n');
  const problemsIn = (row: string, count = '1 | 0') =>
    checkClaims(
      filesOf({
        'docs/inside/seed-documents.md': `| document | claims | different |\n| --- | --: | --: |\n| [a](seed-documents/a.md) | ${count} |`,
        'docs/inside/seed-documents/a.md': `| the document | where | shown by |\n| --- | --- | --- |\n${row}`,
      }),
      (path) => (path === 'packages/a.test.ts' ? tests : undefined),
    ).map(({ message }) => message);
  const at = '[a](../../../packages/a.ts)';

  test.each([
    ['a test', `| A ping is answered | ${at} | [a](../../../packages/a.test.ts): “has a 'quoted' name” |`, '1 | 0'],
    [
      'a part of the name of a table of tests',
      `| It \\| is | ${at} | [a](../../../packages/a.test.ts): “is refused” |`,
      '1 | 0',
    ],
    ['a reason', `| A | ${at} | **Different.** The specification forbids it, so it is refused. |`, '1 | 1'],
  ])('is accepted with %s', (_what, row, count) => {
    expect(problemsIn(row, count)).toEqual([]);
  });

  test.each([
    ['nothing beside it', `| A | ${at} | |`, '1 | 0', 'neither a test nor a reason'],
    ['a reason that is none', `| A | ${at} | **Different.** No. |`, '1 | 1', 'neither a test nor a reason'],
    [
      'a text that is no reason',
      `| A | ${at} | it is shown by all the tests that there are here |`,
      '1 | 0',
      'neither',
    ],
    [
      'a test file that is not there',
      `| A | ${at} | [b](../../../packages/b.test.ts): “a” |`,
      '1 | 0',
      'does not exist',
    ],
    ['a test that is not there', `| A | ${at} | [a](../../../packages/a.test.ts): “pong” |`, '1 | 0', 'no test "pong"'],
    ['a test file without a name', `| A | ${at} | [a](../../../packages/a.test.ts) |`, '1 | 0', 'names no test'],
    ['no place', `| A | somewhere | [a](../../../packages/a.test.ts): “a ping” |`, '1 | 0', 'names no file'],
    ['a cell too few', `| A | ${at} |`, '1 | 0', 'got 2 cells'],
    ['a wrong count', `| A | ${at} | [a](../../../packages/a.test.ts): “a ping” |`, '2 | 0', 'has 1 claims'],
  ])('is rejected with %s', (_what, row, count, message) => {
    expect(problemsIn(row, count)).toEqual([expect.stringContaining(message)]);
  });

  test('every claim of the documents that this project began with has a test or a reason', () => {
    const read = (path: string) => (findPath(path) === 'file' ? readFile(path).text : undefined);

    expect(checkClaims(documents, read).map(describeProblem)).toEqual([]);
    expect(documents.filter(({ path }) => path.startsWith('docs/inside/seed-documents/'))).toHaveLength(5);
  });
});

describe('a link', () => {
  const problemsIn = (text: string) =>
    checkLinks(
      filesOf({ 'docs/x.md': text, 'docs/y.md': '# There' }),
      findIn({ 'docs/x.md': 'file', 'docs/y.md': 'file' }),
    );

  test.each(['[a](gone.md)', '[a](../gone/)', '[a](y.md#gone)', '[a](#gone)', '![a](gone.png)'])(
    '%s is refused',
    (text) => {
      expect(problemsIn(text)).toHaveLength(1);
    },
  );

  test.each([
    '[a](y.md)',
    '[a](y.md#there)',
    '[a](https://example.com/gone)',
    '[a](mailto:x@example.com)',
    '# Here\n[a](#here)',
  ])('%s is allowed', (text) => {
    expect(problemsIn(text)).toEqual([]);
  });

  test('has an existing target in all documents', () => {
    expect(checkLinks(documents, findPath).map(describeProblem)).toEqual([]);
  });
});
