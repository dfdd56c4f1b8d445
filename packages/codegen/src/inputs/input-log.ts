/**
 * Collects the inputs of one plugin's builds while the compiler and the bundler read them.
 *
 * Notes what was there when it was read, listed or looked for, so that a change during the build differs from it.
 */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import {
  exists,
  hashFile,
  hashFolders,
  hashOf,
  hashSources,
  listSources,
  topmostMissing,
  type BuildInputs,
  type SourceRoot,
} from './build-inputs.js';

/** The files that say which versions of packages are installed. */
const lockfiles = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'];

export class InputLog {
  readonly #files = new Map<string, string>();
  readonly #missing = new Set<string>();
  readonly #links = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  #roots: readonly SourceRoot[] = [];
  /** Folders in which every file counts, by path. */
  readonly #whole = new Map<string, SourceRoot>();
  /** The texts that an editor shows, by path with `/`. */
  readonly #unsaved = new Map<string, string>();

  /** Reads a file as UTF-8, without a byte order mark; `undefined` if it cannot be read. */
  readText(path: string): string | undefined {
    const bytes = this.readBytes(path);
    return bytes && new TextDecoder(encodingOf(bytes)).decode(bytes);
  }

  readBytes(path: string): Buffer | undefined {
    const unsaved = this.unsavedText(path);
    if (unsaved !== undefined) return Buffer.from(unsaved);
    try {
      const bytes = readFileSync(path);
      this.#files.set(path, hashOf(bytes));
      this.#missing.delete(path);
      return bytes;
    } catch {
      this.#noteUnreadable(path);
      return undefined;
    }
  }

  /** Lets a text be read in place of the file on disk; `undefined` ends it. */
  setUnsaved(path: string, text: string | undefined): void {
    if (text === undefined) this.#unsaved.delete(withSlashes(path));
    else this.#unsaved.set(withSlashes(path), text);
  }

  /** Returns the text that is read in place of a file, if any. */
  unsavedText(path: string): string | undefined {
    return this.#unsaved.get(withSlashes(path));
  }

  /** Returns the text that is read in place of a file, else that of the file, which is not noted. @throws Error if there is neither */
  presentText(path: string): string {
    return this.unsavedText(path) ?? readFileSync(path, 'utf8');
  }

  /** The paths of the files whose texts are not saved, with `/`. */
  get unsavedFiles(): readonly string[] {
    return [...this.#unsaved.keys()];
  }

  /** Notes a file that is read elsewhere, after this call. */
  noteFile(path: string): void {
    if (this.#files.has(path)) return;
    this.#whole.delete(path);
    const content = hashFile(path);
    if (content === undefined) return this.#noteUnreadable(path);
    this.#files.set(path, content);
    this.#missing.delete(path);
  }

  /** Notes a path that a build looked for and found, which may have been missing before. */
  noteFound(path: string): void {
    this.#missing.delete(path);
  }

  /** Notes a path that a build looked for, and that does not exist. */
  noteMissing(path: string): void {
    this.#files.delete(path);
    this.#missing.add(path);
  }

  noteLink(path: string, target: string): void {
    this.#links.set(path, target);
  }

  /** Notes a folder whose sub-folders count by their names, before they are listed. */
  noteFolders(path: string): void {
    if (!this.#folders.has(path)) this.#folders.set(path, hashFolders(path));
  }

  /** Replaces the folders that are searched for sources, as they are now. */
  searchIn(roots: readonly Omit<SourceRoot, 'sources'>[]): void {
    this.#roots = roots.map(withSources);
  }

  /** Notes a folder in which every file is an input, whatever its name, before its files are listed. */
  searchEveryFile(folder: string): void {
    this.#missing.delete(folder);
    this.#whole.set(folder, withSources(wholeRoot(folder)));
  }

  /** Forgets files and folders that are about to be read again. */
  forget(paths: readonly string[]): void {
    for (const path of paths) {
      this.#files.delete(path);
      this.#folders.delete(path);
      for (const known of [this.#missing, this.#links])
        for (const one of known.keys()) if (one === path || one.startsWith(`${path}/`)) known.delete(one);
    }
  }

  /**
   * Returns the inputs so far.
   *
   * @param folder of the plugin, whose lockfile and whose package.json files above count too
   * @param isUsed returns whether a source is still part of the build
   */
  inputsOf(folder: string, isUsed: (path: string) => boolean = () => true): BuildInputs {
    const isKept = (path: string): boolean => isUsed(path) || this.#isInWhole(path);
    for (const path of this.#files.keys()) if (!isKept(path)) this.#files.delete(path);
    const places = new Set([folder, ...[...this.#files.keys()].filter(isOwnFile).map((path) => dirname(path))]);
    for (const place of places) this.#notePackagesAbove(place, places);
    this.#noteLockfile(folder);
    const isThere = remembering(exists);
    const missing = new Set<string>();
    // A path that came after it was looked for stays as it is: it differs from the disk.
    for (const path of this.#missing) missing.add(isThere(path) ? path : topmostMissing(path, isThere));
    return {
      files: new Map(sorted(this.#files)),
      missing: [...missing].sort(),
      links: new Map(sorted(this.#links)),
      roots: [...this.#roots, ...this.#whole.values()],
      folders: new Map(sorted(this.#folders)),
    };
  }

  /** Notes a file without content: there is none, or it may not be read. */
  #noteUnreadable(path: string): void {
    if (exists(path)) this.#files.delete(path);
    else this.noteMissing(path);
  }

  #isInWhole(path: string): boolean {
    return [...this.#whole.keys()].some((folder) => path.startsWith(`${folder}${sep}`));
  }

  /** Notes the package.json files that say how the files in a folder are run. */
  #notePackagesAbove(place: string, places: Set<string>): void {
    const path = join(place, 'package.json');
    this.noteFile(path);
    // Iterating over the set includes the folders that are added meanwhile.
    if (dirname(place) !== place) places.add(dirname(place));
  }

  #noteLockfile(folder: string): void {
    for (let place = folder; ; place = dirname(place)) {
      const found = lockfiles.map((name) => join(place, name)).filter(exists);
      for (const path of found) this.noteFile(path);
      if (found.length > 0 || dirname(place) === place) return;
    }
  }
}

/** Returns the encoding that a file's first bytes declare. */
function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function wholeRoot(folder: string): Omit<SourceRoot, 'sources'> {
  return { folder, isRecursive: true, withJavaScript: true, withEveryFile: true, ignored: [] };
}

function withSources(root: Omit<SourceRoot, 'sources'>): SourceRoot {
  return { ...root, sources: hashSources(root, listSources(root)) };
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function isOwnFile(path: string): boolean {
  return isAbsolute(path) && !/[\\/]node_modules[\\/]/.test(path);
}

function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function remembering(find: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
}
