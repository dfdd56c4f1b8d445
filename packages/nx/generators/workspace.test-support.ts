/**
 * Workspaces for tests of the generators: one in memory, and one on disk with this workspace's settings and packages.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tree } from '@nx/devkit';
import { FsTree, flushChanges } from 'nx/src/generators/tree.js';

const settings = ['tsconfig.base.json', 'vitest.shared.ts', '.oxlintrc.json', '.prettierrc.json', '.prettierignore'];

/** They are already in the workspace's node_modules. */
const tools = Object.fromEntries(
  ['@sigil/cli', '@sigil/testing', '@types/node', 'oxlint', 'typescript', 'vitest'].map((name) => [name, '*']),
);

/** This workspace's folder. */
export const ownRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** An empty workspace in memory. */
export function emptyWorkspace(): Tree {
  // Nx also reads the folder, and waits forever if it contains no file.
  const folder = join(tmpdir(), 'sigil-workspace-in-memory');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'readme.txt'),
    'Tests of the generators work in memory; this folder only has to be here.\n',
  );
  const tree = new FsTree(folder, false);
  const workspaces = ['packages/*', 'apps/*', 'apps/*/plugins/*'];
  tree.write('package.json', JSON.stringify({ name: '@acme/source', private: true, workspaces }));
  tree.write('nx.json', '{}');
  tree.write('.prettierrc', JSON.stringify({ singleQuote: true, printWidth: 120 }));
  return tree;
}

/** Returns the text of a file that must exist. */
export function readText(tree: Tree, path: string): string {
  const text = tree.read(path, 'utf8');
  if (text === null) throw new Error(`there is no file "${path}"`);
  return text;
}

/** A workspace on disk. */
export interface DiskWorkspace {
  readonly path: string;
  write(file: string, text: string): void;
  /** Runs a generator and writes its output. */
  generate(run: (tree: Tree) => Promise<unknown>): Promise<void>;
  remove(): void;
}

/** Makes a workspace with this one's packages; call `remove` at the end. */
export function makeWorkspace(): DiskWorkspace {
  const path = mkdtempSync(join(tmpdir(), 'sigil-workspace-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const file of settings) cpSync(join(ownRoot, file), join(path, file));
  symlinkSync(join(ownRoot, 'node_modules'), join(path, 'node_modules'));
  write(
    'package.json',
    JSON.stringify({ private: true, type: 'module', workspaces: ['packages/*'], devDependencies: tools }),
  );
  return {
    path,
    write,
    async generate(run) {
      const tree = new FsTree(path, false);
      await run(tree);
      flushChanges(path, tree.listChanges());
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
