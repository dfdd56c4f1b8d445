/**
 * Lists what is below `skills/`, without reading files or following links. Names that begin with a dot or end with `~`, and installed
 * packages, are left out.
 */
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** An entry of a folder. */
export interface ListedEntry {
  /** The path below `skills/`, with `/`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'unreadable';
}

/** Lists all entries below `root`, each folder before its entries, sorted by name. */
export function listSkillFiles(root: string, below = ''): ListedEntry[] {
  return namesIn(join(root, below)).flatMap((name): ListedEntry[] => {
    const path = below === '' ? name : `${below}/${name}`;
    const kind = kindOf(lstatSync(join(root, path), { throwIfNoEntry: false }));
    // A file that went away while the folder was read.
    if (kind === undefined) return [];
    return kind === 'folder' ? [{ path, kind }, ...listSkillFiles(root, path)] : [{ path, kind }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isServed).sort();
  } catch {
    // The folder went away, or may not be read; then it has no files for clients either.
    return [];
  }
}

function isServed(name: string): boolean {
  return !name.startsWith('.') && !name.endsWith('~') && name !== 'node_modules';
}

function kindOf(status: Stats | undefined): ListedEntry['kind'] | undefined {
  if (!status) return undefined;
  if (status.isDirectory()) return 'folder';
  if (status.isSymbolicLink()) return 'link';
  return status.isFile() ? 'file' : 'unreadable';
}
