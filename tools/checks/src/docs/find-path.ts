/**
 * Looks a path up in the real workspace; `*` matches part of a segment.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace/read-workspace.ts';
import type { PathKind } from './check-trees.ts';

/** Returns the kind of the first match, or `undefined` when there is none. */
export function findPath(path: string): PathKind | undefined {
  const [match] = path.split('/').reduce(expand, ['']);
  if (match === undefined) return undefined;
  return statSync(join(workspaceRoot, match)).isDirectory() ? 'folder' : 'file';
}

function expand(folders: readonly string[], segment: string): string[] {
  const pattern = new RegExp(`^${segment.split('*').map(escapePattern).join('.*')}$`);
  return folders.flatMap((folder) =>
    entriesOf(folder)
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name)),
  );
}

function entriesOf(folder: string): string[] {
  const path = join(workspaceRoot, folder);
  return statSync(path).isDirectory() ? readdirSync(path) : [];
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
