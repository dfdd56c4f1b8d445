/**
 * Watches the inputs of all plugins with one watcher, and reports which plugin an event may concern.
 */
import { dirname, join } from 'node:path';
import {
  findStatus,
  isSearched,
  isSourceName,
  searchedFolders,
  type BuildInputs,
  type SourceRoot,
} from '@sigil/codegen/inputs';
import { PathWatcher, pollMsOf } from '@sigil/plugin-host/watching';

/** The places that one plugin's build depends on. */
interface Places {
  readonly paths: ReadonlySet<string>;
  /** The folders that are searched for sources, with the root of each. */
  readonly searched: ReadonlyMap<string, SourceRoot>;
  readonly listed: ReadonlySet<string>;
}

const nowhere: Places = { paths: new Set(), searched: new Map(), listed: new Set() };

export class InputWatch<Owner> {
  readonly #watcher = new PathWatcher((path) => this.#notice(path), pollMsOf(process.env));
  readonly #places = new Map<Owner, Places>();
  readonly #byPath = new Map<string, Set<Owner>>();
  readonly #byFolder = new Map<string, Set<Owner>>();

  /** @param onEvent called with the owner of an input that may have changed */
  constructor(private readonly onEvent: (owner: Owner, path: string) => void) {}

  /** Replaces what an owner watches. @param outputs of the build, whose removal counts */
  set(owner: Owner, inputs: BuildInputs, outputs: readonly string[]): void {
    const before = this.#places.get(owner) ?? nowhere;
    const now = placesOf(inputs, outputs);
    this.#places.set(owner, now);
    this.#change(owner, before, now);
  }

  delete(owner: Owner): void {
    this.#change(owner, this.#places.get(owner) ?? nowhere, nowhere);
    this.#places.delete(owner);
  }

  close(): void {
    this.#watcher.close();
  }

  #change(owner: Owner, before: Places, now: Places): void {
    const folders = [before, now].map(({ searched, listed }) => new Set([...searched.keys(), ...listed]));
    const [foldersBefore = new Set(), foldersNow = new Set()] = folders;
    for (const path of now.paths) if (!before.paths.has(path)) this.#add(this.#byPath, path, owner);
    for (const path of foldersNow) if (!foldersBefore.has(path)) this.#add(this.#byFolder, path, owner);
    for (const path of before.paths) if (!now.paths.has(path)) this.#remove(this.#byPath, path, owner);
    for (const path of foldersBefore) if (!foldersNow.has(path)) this.#remove(this.#byFolder, path, owner);
  }

  #add(owners: Map<string, Set<Owner>>, path: string, owner: Owner): void {
    const known = owners.get(path);
    if (known) return void known.add(owner);
    owners.set(path, new Set([owner]));
    if (owners === this.#byPath) this.#watcher.add(path);
    else this.#watcher.addFolder(path);
  }

  #remove(owners: Map<string, Set<Owner>>, path: string, owner: Owner): void {
    const known = owners.get(path);
    if (!known?.delete(owner) || known.size > 0) return;
    owners.delete(path);
    if (owners === this.#byPath) this.#watcher.remove(path);
    else this.#watcher.removeFolder(path);
  }

  #notice(path: string): void {
    for (const owner of this.#byPath.get(path) ?? []) this.onEvent(owner, path);
    for (const folder of [path, dirname(path)]) {
      for (const owner of this.#byFolder.get(folder) ?? []) {
        if (this.#isRelevant(this.#places.get(owner) ?? nowhere, folder, path)) this.onEvent(owner, path);
      }
    }
  }

  #isRelevant({ searched, listed }: Places, folder: string, path: string): boolean {
    if (folder === path || listed.has(folder)) return true;
    const root = searched.get(folder);
    if (!root) return false;
    if (isSourceName(path, root)) return true;
    return (
      root.isRecursive && isSearched(path, root) && (searched.has(path) || findStatus(path)?.isDirectory() === true)
    );
  }
}

function placesOf({ files, missing, links, roots, folders }: BuildInputs, outputs: readonly string[]): Places {
  const searched = roots.flatMap((root) => searchedFolders(root).map((folder) => [folder, root] as const));
  return {
    paths: new Set([...files.keys(), ...missing, ...links.keys(), ...outputs]),
    searched: new Map(searched),
    listed: new Set(folders.keys()),
  };
}

/** The inputs of a plugin that was never read: its own folder. */
export function unreadInputs(folder: string): BuildInputs {
  const root = { folder, isRecursive: true, withJavaScript: true, ignored: [join(folder, 'dist')], sources: '' };
  const files = new Map(['package.json', 'tsconfig.json'].map((name) => [join(folder, name), '']));
  return { files, missing: [], links: new Map(), roots: [root], folders: new Map() };
}
