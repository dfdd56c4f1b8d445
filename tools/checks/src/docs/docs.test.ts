import { describe, expect, test } from 'vitest';
import { describeProblem } from '../problem.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import { filesOf } from '../workspace/workspace.test-support.ts';
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
