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

  test('links in code are not links', () => {
    expect(linksIn('[a](a.md) `[b](b.md)`\n```\n[c](c.md)\n```')).toEqual([{ target: 'a.md', line: 1 }]);
  });

  test('anchors are made as GitHub makes them', () => {
    expect([...anchorsIn('# One `two`: three?\n## Twice\n## Twice')]).toEqual(['one-two-three', 'twice', 'twice-1']);
  });
});

describe('a folder tree', () => {
  const problemsIn = (tree: string, paths: Record<string, 'file' | 'folder'> = {}) =>
    checkTrees(filesOf({ 'docs/x.md': `\`\`\`tree\n${tree}\n\`\`\`` }), findIn(paths)).map(describeProblem);

  test('that names a missing path is refused', () => {
    const tree = 'packages/ — all\n  core/ — the core\n  gone/ — was here';

    expect(problemsIn(tree, { packages: 'folder', 'packages/core': 'folder' })).toEqual([
      'docs/x.md:4 "packages/gone" does not exist',
    ]);
  });

  test('that calls a file a folder is refused', () => {
    expect(problemsIn('a/ — folder', { a: 'file' })).toEqual(['docs/x.md:2 "a" is a file, the tree says folder']);
  });

  test.each(['no description', '   odd/ — indentation', '  deep/ — without a parent'])(
    'line "%s" is refused',
    (line) => {
      expect(problemsIn(line)).toHaveLength(1);
    },
  );

  test('that goes back up a level finds the right parent', () => {
    const paths = { a: 'folder', 'a/b': 'folder', 'a/b/c.ts': 'file', 'a/d': 'folder' } as const;

    expect(problemsIn('a/ — 1\n  b/ — 2\n    c.ts — 3\n\n  d/ — 4', paths)).toEqual([]);
  });

  test('of the architecture that lacks a package is refused', () => {
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

  test('may use a star, which needs a match', () => {
    expect(findPath('packages/*/package.json')).toBe('file');
    expect(findPath('packages/*.nothing')).toBeUndefined();
  });

  test('names only paths that exist, in all documents', () => {
    expect(checkTrees(documents, findPath).map(describeProblem)).toEqual([]);
  });
});

describe('a page of docs/', () => {
  test('that no index leads to is refused', () => {
    const pages = filesOf({
      'docs/README.md': '[a](a/one.md#here) [b](a/README.md)',
      'docs/a/README.md': '[two](two.md)',
      'docs/a/one.md': '',
      'docs/a/two.md': '',
      'docs/a/lost.md': '[one](one.md)',
    });

    expect(checkIndex(pages).map(({ file }) => file)).toEqual(['docs/a/lost.md']);
  });

  test('has a line in an index, in all documents', () => {
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

  test('leads somewhere, in all documents', () => {
    expect(checkLinks(documents, findPath).map(describeProblem)).toEqual([]);
  });
});
