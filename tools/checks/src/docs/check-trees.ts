/**
 * Refuses a folder tree in the documentation that names a path that does not exist.
 *
 * A tree is a fenced block with the language `tree`. Each line is `name — description`, indented by two spaces per level;
 * the first level starts at the workspace's root. A name may hold several segments (`packages/core/src`), ends in `/` when it
 * must be a folder, and may hold `*`, which stands for part of a segment and needs at least one match. Blank lines are skipped.
 * The tree of `docs/inside/architecture.md` must name every package.
 */
import type { Problem } from '../problem.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import { type FencedBlock, fencedBlocksIn } from './markdown.ts';

/** The kinds of paths in the workspace. */
export type PathKind = 'file' | 'folder';

/** Returns whether a path, which may contain `*`, exists in the workspace, and its kind. */
export type FindPath = (path: string) => PathKind | undefined;

interface TreeLine {
  readonly level: number;
  readonly name: string;
}

const treeLine = /^(?<indent>(?: {2})*)(?<name>\S+) +— +\S/;

const documentWithPackages = 'docs/inside/architecture.md';

/** Checks every line of every tree block of every document. */
export function checkTrees(documents: readonly SourceFile[], findPath: FindPath): Problem[] {
  return documents.flatMap(({ path, text }) => treesIn(text).flatMap((tree) => checkTree(tree, path, findPath)));
}

/** @param folders of packages, from the workspace's root; the architecture's tree must contain each */
export function checkPackagesShown(documents: readonly SourceFile[], folders: readonly string[]): Problem[] {
  const text = documents.find(({ path }) => path === documentWithPackages)?.text ?? '';
  const shown = new Set(treesIn(text).flatMap(pathsIn));
  return folders
    .filter((folder) => !shown.has(folder))
    .map((folder) => ({ file: documentWithPackages, message: `its tree lacks "${folder}"` }));
}

function treesIn(text: string): FencedBlock[] {
  return fencedBlocksIn(text).filter(({ language }) => language === 'tree');
}

/** Returns every path of a tree; lines that cannot be parsed are left out. */
function pathsIn({ text }: FencedBlock): string[] {
  let ancestors: readonly string[] = [];
  return text.split('\n').flatMap((line) => {
    const parsed = readLine(line);
    if (!parsed) return [];
    ancestors = [...ancestors.slice(0, parsed.level), parsed.name];
    return [pathOf(ancestors)];
  });
}

function checkTree(block: FencedBlock, file: string, findPath: FindPath): Problem[] {
  const problems: Problem[] = [];
  let ancestors: readonly string[] = [];
  for (const [index, text] of block.text.split('\n').entries()) {
    if (text.trim() === '') continue;
    const line = block.line + index;
    const parsed = readLine(text);
    if (!parsed || parsed.level > ancestors.length) {
      problems.push({ file, line, message: 'expected "name — description", indented by two spaces per level' });
      continue;
    }
    ancestors = [...ancestors.slice(0, parsed.level), parsed.name];
    const message = refusalOf(ancestors, findPath);
    if (message) problems.push({ file, line, message });
  }
  return problems;
}

function readLine(text: string): TreeLine | undefined {
  const { indent, name } = treeLine.exec(text)?.groups ?? {};
  return indent === undefined || name === undefined ? undefined : { level: indent.length / 2, name };
}

function refusalOf(names: readonly string[], findPath: FindPath): string | undefined {
  const path = pathOf(names);
  const kind = findPath(path);
  if (kind === undefined) return `"${path}" does not exist`;
  if (names.at(-1)?.endsWith('/') && kind !== 'folder') return `"${path}" is a file, the tree says folder`;
  return undefined;
}

function pathOf(names: readonly string[]): string {
  return names.map((name) => name.replace(/\/$/, '')).join('/');
}
