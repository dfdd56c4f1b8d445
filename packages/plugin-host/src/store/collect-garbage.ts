/**
 * Removes content without references from a store. References come from running processes, histories, pointers, maps of servers and
 * configurations.
 *
 * Follows every CID in the text of referenced content. A process that stores content and refers to it holds the
 * lock of its state folder or registry meanwhile, and so does the collector; content that is stored without a lock is safe
 * while it is young.
 */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PluginError } from '@sigil/core/building';
import { readBuiltMaps } from './map-history.js';
import { cidsIn } from './cid.js';
import type { ContentStore } from './content-store.js';
import { listHistories, readHistory } from './history.js';
import { readLeases } from './lease.js';
import { listRegistry } from './registry.js';
import { withLock } from './folder-lock.js';

/** The places to search for references. */
export interface GarbageRoots {
  /** A folder with histories, maps of servers that were built in it, and the leases of processes that use it. */
  readonly stateFolder?: string;
  /** A registry with pointers, their histories, and maps of servers that were built in it. */
  readonly registry?: string;
  /** Texts that hold CIDs, such as mounted configurations. */
  readonly texts?: readonly string[];
}

/** Options of a collection. */
export interface GarbageOptions {
  /** Content that was stored within this time stays, in milliseconds. Default: 3,600,000 (1 h). */
  readonly graceMs?: number;
  /** Only reports what would be removed: writes nothing, and takes no lock. Default: false. */
  readonly dryRun?: boolean;
}

/** Content that was removed, or would be. */
export interface CollectedContent {
  readonly cid: string;
  readonly bytes: number;
}

/** The items of a store by their fate in one collection; `missing` and damaged ones need an operator. */
export interface GarbageReport {
  readonly removed: readonly CollectedContent[];
  readonly freedBytes: number;
  /** Number of items that stay because they are referenced. */
  readonly kept: number;
  /** Number of items that stay only because they are young. */
  readonly young: number;
  /** Referenced content that is missing. */
  readonly missing: readonly string[];
  /** Referenced content that does not match its CID; it stays for the operator to examine. */
  readonly damaged: readonly string[];
}

const defaultGraceMs = 3_600_000;

/**
 * @throws PluginError `history-invalid` or `pointer-invalid` when the references cannot be determined, so nothing is removed;
 *   `store-busy` when other processes hold the locks
 */
export async function collectGarbage(
  store: ContentStore,
  roots: GarbageRoots,
  options: GarbageOptions = {},
): Promise<GarbageReport> {
  // A dry run takes no lock, since a lock is a file; content stored meanwhile is young.
  if (options.dryRun) return collect(store, roots, options);
  const folders = [roots.stateFolder, roots.registry].filter((folder) => folder !== undefined);
  // Locks are taken in a fixed order, so that two collectors never wait for each other.
  const locked = [...new Set(folders.map((folder) => resolve(folder)))].sort();
  return underLocks(locked, () => collect(store, roots, options));
}

async function underLocks<Result>(folders: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const [first, ...others] = folders;
  return first === undefined ? work() : withLock(first, () => underLocks(others, work));
}

async function collect(store: ContentStore, roots: GarbageRoots, options: GarbageOptions): Promise<GarbageReport> {
  const { graceMs = defaultGraceMs, dryRun = false } = options;
  const keptBefore = new Date(Date.now() - graceMs);
  const reached = await follow(store, await readRoots(roots, dryRun));
  const unreached = (await store.list()).filter((cid) => !reached.whole.has(cid) && !reached.damaged.has(cid));
  const removed: CollectedContent[] = [];
  for (const cid of unreached) {
    const found = await store.find(cid);
    if (!found || found.keptAt >= keptBefore) continue;
    if (dryRun || (await store.remove(cid, keptBefore))) removed.push({ cid, bytes: found.bytes });
  }
  return {
    removed,
    freedBytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    kept: reached.whole.size + reached.damaged.size,
    young: unreached.length - removed.length,
    missing: [...reached.missing],
    damaged: [...reached.damaged],
  };
}

/** Reads every CID that is referenced from outside the store. */
async function readRoots({ stateFolder, registry, texts = [] }: GarbageRoots, dryRun: boolean): Promise<Set<string>> {
  const folders = [stateFolder, registry].filter((folder) => folder !== undefined);
  const found = [
    ...texts.map(cidsIn),
    ...(await Promise.all(folders.map((folder) => readBuiltMaps(resolve(folder))))),
    ...(stateFolder === undefined ? [] : await readState(resolve(stateFolder), dryRun)),
    ...(registry === undefined ? [] : await readRegistry(registry)),
  ];
  return new Set(found.flatMap((cids) => [...cids]));
}

async function readState(stateFolder: string, dryRun: boolean): Promise<ReadonlySet<string>[]> {
  const leases = await readLeases(stateFolder);
  for (const { path } of dryRun ? [] : leases.filter(({ isHeld }) => !isHeld)) await rm(path, { force: true });
  return [...leases.filter(({ isHeld }) => isHeld).map(({ cids }) => cids), ...(await readHistories(stateFolder))];
}

async function readHistories(stateFolder: string): Promise<ReadonlySet<string>[]> {
  const names = await listHistories(stateFolder);
  const histories = await Promise.all(names.map((name) => readHistory(stateFolder, name)));
  return histories.map(({ generations, pinned }) => cidsIn(JSON.stringify([generations, pinned])));
}

async function readRegistry(registry: string): Promise<ReadonlySet<string>[]> {
  const entries = await listRegistry(registry);
  return entries.map((entry) => {
    if ('error' in entry) throw entry.error;
    return cidsIn(JSON.stringify(entry.pointer));
  });
}

/** The content reachable from the roots, by how it was found. */
interface Reached {
  readonly whole: Set<string>;
  readonly damaged: Set<string>;
  readonly missing: Set<string>;
}

async function follow(store: ContentStore, roots: ReadonlySet<string>): Promise<Reached> {
  const reached: Reached = { whole: new Set(), damaged: new Set(), missing: new Set() };
  // Iterating a set includes items that are added meanwhile.
  const toRead = new Set(roots);
  for (const cid of toRead) {
    const content = await readContent(store, cid);
    if (typeof content === 'string') {
      reached.whole.add(cid);
      for (const named of cidsIn(content)) toRead.add(named);
    } else if (content.code === 'content-mismatch') reached.damaged.add(cid);
    else if (roots.has(cid)) reached.missing.add(cid);
  }
  return reached;
}

async function readContent(store: ContentStore, cid: string): Promise<string | PluginError> {
  try {
    // CIDs are ASCII, and this encoding has a character for every byte.
    return Buffer.from(await store.get(cid)).toString('latin1');
  } catch (error) {
    if (error instanceof PluginError) return error;
    throw error;
  }
}
