/**
 * Watches paths, existing or not, by the events of the folders above them. A folder that is created later, replaced by another one or
 * reached through a link is followed.
 *
 * Polls only where there are no events: on mounts of other machines, and when the system refuses more watches.
 */
import { statfsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inodeOf, signatureOf } from './file-status.js';

/** One folder above a watched path. */
interface FolderNode {
  readonly path: string;
  readonly parent: FolderNode | undefined;
  readonly folders: Map<string, FolderNode>;
  /** The watched names in the folder, with the number of those who watch each. */
  readonly names: Map<string, number>;
  /** The number of those who watch every name in the folder. */
  everyName: number;
  watcher: FSWatcher | undefined;
  /** Identifies the folder at the path; `undefined` if there is none. */
  inode: string | undefined;
  isPolled: boolean;
}

/** The interval of polling where there are no events. */
const pollMs = 1_000;

/**
 * The folders at these depths are not watched for themselves, since every program of the system writes there: `/` and `/tmp`. A
 * replaced folder below them is noticed by its own watch.
 */
const leastDepth = 2;

/** The magic numbers of file systems that report no changes of other machines: NFS, SMB, 9p, VirtualBox, FUSE, Ceph, AFS, virtiofs. */
const withoutEvents: ReadonlySet<number> = new Set([
  0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x786f4256, 0x65735546, 0x00c36400, 0x6b414653, 0x6a656a63,
]);

export class PathWatcher {
  readonly #roots = new Map<string, FolderNode>();
  readonly #polled = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param onEvent called with a path that may have changed: a watched one, or an entry of a watched folder
   * @param pollAllMs polls everything with this interval, for mounts whose lack of events cannot be detected
   */
  constructor(
    private readonly onEvent: (path: string) => void,
    private readonly pollAllMs?: number,
  ) {}

  /** Watches one path, until `remove` is called as often. */
  add(path: string): void {
    const node = this.#nodeOf(dirname(path));
    node.names.set(basename(path), (node.names.get(basename(path)) ?? 0) + 1);
    this.#open(node);
    if (node.isPolled) this.#polled.set(path, signatureOf(path));
  }

  remove(path: string): void {
    const node = this.#findNode(dirname(path));
    const count = node?.names.get(basename(path));
    if (!node || count === undefined) return;
    if (count > 1) node.names.set(basename(path), count - 1);
    else {
      node.names.delete(basename(path));
      this.#polled.delete(path);
    }
    this.#prune(node);
  }

  /** Watches every entry of a folder, but not of its sub-folders, until `removeFolder` is called as often. */
  addFolder(path: string): void {
    const node = this.#nodeOf(path);
    node.everyName += 1;
    this.#open(node);
    if (node.isPolled) this.#polled.set(path, signatureOf(path));
  }

  removeFolder(path: string): void {
    const node = this.#findNode(path);
    if (!node || node.everyName === 0) return;
    node.everyName -= 1;
    this.#prune(node);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const root of this.#roots.values()) closeTree(root);
    this.#roots.clear();
  }

  /** The number of folders that are watched by events. */
  get watchedFolders(): number {
    const count = (node: FolderNode): number =>
      [...node.folders.values()].reduce((sum, child) => sum + count(child), node.watcher ? 1 : 0);
    return [...this.#roots.values()].reduce((sum, root) => sum + count(root), 0);
  }

  #nodeOf(path: string): FolderNode {
    const above = dirname(path);
    const parent = above === path ? undefined : this.#nodeOf(above);
    const siblings = parent?.folders ?? this.#roots;
    const key = parent ? basename(path) : path;
    const known = siblings.get(key);
    if (known) return known;
    const node: FolderNode = {
      path,
      parent,
      folders: new Map(),
      names: new Map(),
      everyName: 0,
      watcher: undefined,
      inode: undefined,
      isPolled: false,
    };
    siblings.set(key, node);
    return node;
  }

  #findNode(path: string): FolderNode | undefined {
    const above = dirname(path);
    return above === path ? this.#roots.get(path) : this.#findNode(above)?.folders.get(basename(path));
  }

  /** Opens the watches of a folder and of those above it, as far as they are needed. */
  #open(node: FolderNode): void {
    if (node.watcher || node.isPolled) return;
    this.#watch(node);
    let isMissing = node.inode === undefined;
    for (let above = node.parent; above && !above.watcher; above = above.parent) {
      if (above.isPolled) return isMissing ? this.#poll(node) : undefined;
      if (depthOf(above.path) >= leastDepth || isMissing) this.#watch(above);
      else above.inode = inodeOf(above.path);
      isMissing = above.inode === undefined;
    }
    this.#followArrived(node);
  }

  /** Follows folders that came after they were found missing and before the folder above them was watched. */
  #followArrived(node: FolderNode): void {
    for (let each: FolderNode | undefined = node; each && each.inode === undefined; each = each.parent) {
      if (inodeOf(each.path) !== undefined) return this.#follow(each);
    }
  }

  #watch(node: FolderNode): void {
    node.inode = inodeOf(node.path);
    if (this.pollAllMs !== undefined) return this.#poll(node);
    if (node.inode === undefined) return;
    if (hasNoEvents(node.path)) return this.#poll(node);
    try {
      const watcher = watch(node.path, { persistent: false }, (_, name) => this.#receive(node, name));
      node.watcher = watcher;
      watcher.on('error', () => {
        watcher.close();
        if (node.watcher !== watcher) return;
        node.watcher = undefined;
        this.#follow(node);
      });
    } catch {
      // The system allows no more watches, or the folder may not be read.
      this.#poll(node);
    }
  }

  #receive(node: FolderNode, name: string | null): void {
    if (this.#isClosed) return;
    if (name === null) return this.#receiveAll(node);
    if (node.everyName > 0 || node.names.has(name)) this.onEvent(join(node.path, name));
    const folder = node.folders.get(name);
    if (folder) this.#follow(folder);
    // An event of the folder itself has its own name.
    if (name === basename(node.path)) this.#follow(node);
  }

  #receiveAll(node: FolderNode): void {
    if (node.everyName > 0) this.onEvent(node.path);
    for (const name of node.names.keys()) this.onEvent(join(node.path, name));
    for (const folder of node.folders.values()) this.#follow(folder);
    this.#follow(node);
  }

  /** Watches another folder that has come to the same path, and reports everything in it. */
  #follow(node: FolderNode): void {
    const inode = inodeOf(node.path);
    if (inode === node.inode && (node.watcher || node.isPolled)) return;
    closeTree(node);
    const nodes = [node];
    // Iterating over a list includes the elements that are added meanwhile.
    for (const each of nodes) nodes.push(...each.folders.values());
    for (const each of nodes) this.#open(each);
    for (const each of nodes) {
      if (each.everyName > 0) this.onEvent(each.path);
      for (const name of each.names.keys()) this.onEvent(join(each.path, name));
    }
  }

  #poll(node: FolderNode): void {
    node.isPolled = true;
    for (const path of this.#polledPaths(node)) this.#polled.set(path, signatureOf(path));
    this.#timer ??= setInterval(() => this.#look(), this.pollAllMs ?? pollMs).unref();
  }

  #polledPaths(node: FolderNode): string[] {
    return [...node.names.keys()].map((name) => join(node.path, name)).concat(node.everyName > 0 ? [node.path] : []);
  }

  #look(): void {
    const look = (node: FolderNode): void => {
      for (const path of node.isPolled ? this.#polledPaths(node) : []) {
        const now = signatureOf(path);
        const before = this.#polled.get(path);
        this.#polled.set(path, now);
        if (before !== undefined && before !== now) this.onEvent(path);
      }
      for (const folder of node.folders.values()) look(folder);
    };
    for (const root of this.#roots.values()) look(root);
  }

  /** Forgets a folder that nobody watches, and those above it. */
  #prune(node: FolderNode): void {
    if (node.names.size > 0 || node.everyName > 0 || node.folders.size > 0) return;
    closeTree(node);
    if (node.parent) {
      node.parent.folders.delete(basename(node.path));
      this.#prune(node.parent);
    } else this.#roots.delete(node.path);
  }
}

function closeTree(node: FolderNode): void {
  node.watcher?.close();
  node.watcher = undefined;
  node.inode = undefined;
  node.isPolled = false;
  for (const folder of node.folders.values()) closeTree(folder);
}

function depthOf(path: string): number {
  const above = dirname(path);
  return above === path ? 0 : depthOf(above) + 1;
}

function hasNoEvents(path: string): boolean {
  try {
    return process.platform === 'linux' && withoutEvents.has(statfsSync(path).type);
  } catch {
    // The folder is gone again, which the watch notices.
    return false;
  }
}
