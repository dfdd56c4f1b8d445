/**
 * The graph of a build: every file that it read, every path that it looked for in vain, and the links and folders that decided which
 * files those are.
 *
 * Compares it with the disk by content, never by time: a checkout, `cp -p` and a save without a change have the times of anything.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** All paths are absolute, without symbolic links unless they are keys of `links`. */
export interface BuildInputs {
  /** The hash of each file's content. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that do not exist; of a missing folder only the folder. */
  readonly missing: readonly string[];
  /** The real path of each path that led through a link. */
  readonly links: ReadonlyMap<string, string>;
  /** The folders in which sources are found by their place. */
  readonly roots: readonly SourceRoot[];
  /** Folders whose sub-folders count, with the hash of their names: `@types` is one. */
  readonly folders: ReadonlyMap<string, string>;
}

/** A folder that is searched for sources. */
export interface SourceRoot {
  readonly folder: string;
  /** Whether sub-folders are searched too. */
  readonly isRecursive: boolean;
  /** Whether JavaScript counts as source. */
  readonly withJavaScript: boolean;
  /** Present if every file counts, whatever its name; links to folders are not followed then. */
  readonly withEveryFile?: true;
  /** Folders that are left out, such as the output of builds. */
  readonly ignored: readonly string[];
  /** The hash of the paths of all sources. */
  readonly sources: string;
}

/** A difference between a build's inputs and the disk. */
export interface ChangedInput {
  readonly path: string;
  readonly how: 'changed' | 'removed' | 'added';
}

/** Returns the hash of a file's content; `undefined` if there is no such file. */
export type HashFile = (path: string) => string | undefined;

const typeScript = /\.[cm]?tsx?$/;
const script = /\.[cm]?[jt]sx?$/;
const test = /\.(?:test|spec|test-support)\.[cm]?[jt]sx?$/;

/** Returns the hash of some content. */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url');
}

/** Reads the file and returns the hash of its content. */
export function hashFile(path: string): string | undefined {
  try {
    return hashOf(readFileSync(path));
  } catch {
    // A file that cannot be read is as good as missing.
    return undefined;
  }
}

/** Yields every difference between the inputs and the disk. */
export function* changedInputs(inputs: BuildInputs, hashOfFile: HashFile = hashFile): Generator<ChangedInput> {
  for (const [path, known] of inputs.files) {
    const now = hashOfFile(path);
    if (now !== known) yield { path, how: now === undefined ? 'removed' : 'changed' };
  }
  for (const path of inputs.missing) if (exists(path)) yield { path, how: 'added' };
  for (const [path, target] of inputs.links) if (realPathOf(path) !== target) yield { path, how: 'changed' };
  for (const [path, names] of inputs.folders) if (hashFolders(path) !== names) yield { path, how: 'changed' };
  for (const root of inputs.roots) {
    const sources = listSources(root);
    if (hashSources(root, sources) === root.sources) continue;
    const added = sources.filter((path) => !inputs.files.has(path));
    if (added.length === 0) yield { path: root.folder, how: 'changed' };
    for (const path of added) yield { path, how: 'added' };
  }
}

/** Returns whether a file may be a source by its name. The compiler looks at no hidden files, such as locks of editors. */
export function isSourceName(
  path: string,
  { withJavaScript, withEveryFile }: Pick<SourceRoot, 'withJavaScript' | 'withEveryFile'>,
): boolean {
  const name = basename(path);
  if (withEveryFile) return !name.startsWith('.') && !name.endsWith('~');
  return (withJavaScript ? script : typeScript).test(name) && !test.test(name) && !name.startsWith('.');
}

/** Returns whether a folder is searched for sources. */
export function isSearched(folder: string, { ignored }: Pick<SourceRoot, 'ignored'>): boolean {
  const name = basename(folder);
  return name !== 'node_modules' && !name.startsWith('.') && !ignored.includes(folder);
}

/** Lists the sources of a root in a fixed order. */
export function listSources(root: Omit<SourceRoot, 'sources'>): string[] {
  const found: string[] = [];
  for (const folder of searchedFolders(root)) {
    for (const { name, isFile } of entriesOf(folder)) {
      if (isFile && isSourceName(name, root)) found.push(join(folder, name));
    }
  }
  return found.sort();
}

/** Returns the hash of the places of sources within their root. */
export function hashSources({ folder }: Pick<SourceRoot, 'folder'>, sources: readonly string[]): string {
  return hashOf(sources.map((path) => relative(folder, path).replaceAll('\\', '/')).join('\n'));
}

/** Lists the folders in which the sources of a root may be. */
export function searchedFolders(root: Omit<SourceRoot, 'sources'>): string[] {
  const found = [root.folder];
  // Iterating over a list includes the elements that are added meanwhile.
  for (const folder of root.isRecursive ? found : []) {
    for (const { name, isFolder, isLink } of entriesOf(folder)) {
      if (root.withEveryFile && isLink) continue;
      if (isFolder && isSearched(join(folder, name), root)) found.push(join(folder, name));
    }
  }
  return found;
}

/** Returns the hash of the names of a folder's sub-folders. */
export function hashFolders(folder: string): string {
  const names = entriesOf(folder).filter(({ isFolder }) => isFolder);
  return hashOf(names.map(({ name }) => name).join('\n'));
}

/** Returns the path, or its topmost ancestor that does not exist. */
export function topmostMissing(path: string, existsPath: (path: string) => boolean = exists): string {
  let missing = path;
  for (let above = dirname(path); above !== missing && !existsPath(above); above = dirname(above)) missing = above;
  return missing;
}

/** Returns the path where links lead; `undefined` if nothing is there. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // The path is missing, which differs from every target.
    return undefined;
  }
}

/** Returns whether anything is at a path. */
export function exists(path: string): boolean {
  return existsSync(path);
}

/** Returns the status of what is at a path, if anything is there that may be seen. */
export function findStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file in place of a folder above, or a folder that may not be read, hides whatever is there.
    return undefined;
  }
}

interface Entry {
  readonly name: string;
  readonly isFile: boolean;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

function entriesOf(folder: string): Entry[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const { name } = entry;
      const isLink = entry.isSymbolicLink();
      if (!isLink) return { name, isLink, isFile: entry.isFile(), isFolder: entry.isDirectory() };
      const target = findStatus(`${folder}${sep}${name}`);
      return { name, isLink, isFile: target?.isFile() === true, isFolder: target?.isDirectory() === true };
    });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that is gone, or may not be read, has no entries.
    return [];
  }
}
