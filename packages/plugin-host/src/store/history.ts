/**
 * Records which builds served under each server's name, in a state folder that processes share: the server writes, the command line
 * reads and pins.
 *
 * Builds are recorded in `history/<server>.json`, their bytes in the store, and the running builds in `running/`.
 */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { PluginError } from '@sigil/core/building';
import { isMissing, readPlainFile } from '@sigil/files';
import { contentCidsOf, type ContentCids } from '../builds/build-content.js';
import type { BuiltPlugin } from '../builds/build-source.js';
import { isCid } from './cid.js';
import type { ContentStore } from './content-store.js';
import { openContent, unfinishedIn } from './file-store.js';
import { isFileName } from './is-file-name.js';
import { openLease, type Lease } from './lease.js';
import { keepBuild } from './keep-build.js';
import { withLock } from './folder-lock.js';
import { writeAtomically } from './atomic-write.js';

/** One build that served. */
export interface ServedBuild extends ContentCids {
  readonly manifestCid: string;
  readonly codeCid: string;
  readonly version: string;
  /** Time at which it began to serve; ISO 8601, in UTC. */
  readonly since: string;
  /** The path from which its imports were resolved, and are resolved after a rollback. */
  readonly codePath: string;
}

/** The history of one server. */
export interface ServerHistory {
  readonly name: string;
  /** Each build once, the last one to begin first. A build that was rolled back to keeps its place. */
  readonly generations: readonly ServedBuild[];
  /** The CID of the build that serves instead of the origin's. */
  readonly pinned?: string;
  /** The build that the origin had when another was pinned. */
  readonly insteadOf?: string;
  /** The build that the origin had when it was last read, whether or not it served. */
  readonly offered?: string;
}

/** The histories of the servers of one state folder. */
export interface History {
  readonly stateFolder: string;
  readonly store: ContentStore;
  /** The lease of this process on the builds that it runs; `keep` is for other content that it needs. */
  readonly lease: Lease;
  /** @throws PluginError `history-invalid` when the file has been edited by hand */
  read(name: string): Promise<ServerHistory>;
  /** Lists the servers that have a history, sorted by name. */
  list(): Promise<readonly string[]>;
  /** Changes the history under a lock across processes. Writes nothing when `change` returns its argument. */
  change(name: string, change: (before: ServerHistory) => ServerHistory): Promise<ServerHistory>;
  /** Stores a build and records that it began to serve; removes the pin when the build is newer than that. */
  record(name: string, built: BuiltPlugin): Promise<void>;
  /** Releases the lease. The histories stay. */
  close(): Promise<void>;
}

/** Number of builds recorded per server; older ones can be collected. */
export const maxServedBuilds = 50;

const extension = '.json';

/** Opens the content of a state folder. */
export function stateStore(stateFolder: string): ContentStore {
  return openContent(stateFolder);
}

/** @param stateFolder created with the first recorded build */
export function openHistory(stateFolder: string, store: ContentStore): History {
  const folder = resolve(stateFolder);
  const lease = openLease(folder);
  const change: History['change'] = (name, decide) => withLock(folder, () => changeFile(folder, name, decide));
  return {
    stateFolder: folder,
    store,
    lease,
    read: (name) => readHistory(folder, name),
    list: () => listHistories(folder),
    change,
    record: (name, built) =>
      withLock(folder, async () => {
        await keepBuild(store, built);
        await changeFile(folder, name, (before) => afterServing(before, built));
      }),
    close: () => lease.close(),
  };
}

/** Returns the path of a server's history. @throws PluginError `history-missing` for a name that no server can have */
export function historyPath(stateFolder: string, name: string): string {
  if (isFileName(name)) return join(resolve(stateFolder), 'history', `${name}${extension}`);
  throw new PluginError('history-missing', `expected a server's name, got ${JSON.stringify(name.slice(0, 128))}`);
}

/** Reads the history of one server; empty if there is none. @throws PluginError `history-invalid` */
export async function readHistory(folder: string, name: string): Promise<ServerHistory> {
  const path = historyPath(folder, name);
  const invalid = (cause?: unknown): never => {
    throw new PluginError('history-invalid', `${path} is not a history of "${name}"; remove it to begin anew`, {
      cause,
    });
  };
  const bytes = await readPlainFile(path).catch(invalid);
  if (!bytes) return { name, generations: [] };
  return asHistory(parse(bytes.toString('utf8')), name) ?? invalid();
}

/** Lists the servers that have a history, sorted by name. */
export async function listHistories(folder: string): Promise<readonly string[]> {
  const files = await readdir(join(folder, 'history')).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
  return names.filter(isFileName).sort();
}

/** Changes the file. The caller holds the folder's lock. */
async function changeFile(
  folder: string,
  name: string,
  change: (before: ServerHistory) => ServerHistory,
): Promise<ServerHistory> {
  const before = await readHistory(folder, name);
  const after = change(before);
  const text = `${JSON.stringify(after, undefined, 2)}\n`;
  if (after !== before) await writeAtomically(historyPath(folder, name), text, unfinishedIn(folder));
  return after;
}

function afterServing(before: ServerHistory, built: BuiltPlugin): ServerHistory {
  const { name, generations, pinned, insteadOf, offered } = before;
  const { manifest, manifestCid, codePath } = built;
  const isFirst = generations[0]?.manifestCid === manifestCid;
  if (isFirst && generations[0]?.codePath === codePath) return before;
  if (pinned === manifestCid || (pinned !== undefined && isKnown(before, manifestCid))) return before;

  const since = new Date().toISOString();
  const { code, plugin } = manifest;
  const cids = { manifestCid, codeCid: code.cid, ...contentCidsOf(manifest) };
  const served = { ...cids, version: plugin.version, since, codePath };
  const others = generations.filter((it) => it.manifestCid !== manifestCid);
  const after = { name, generations: [served, ...others].slice(0, maxServedBuilds), ...(offered ? { offered } : {}) };
  // The build was being read when the pin was set, so the pin is against this very build.
  const isPinnedAgainst = pinned !== undefined && insteadOf === manifestCid;
  return isPinnedAgainst ? { ...after, pinned, insteadOf } : after;
}

/** Returns whether a build served before. */
export function isKnown({ generations }: ServerHistory, manifestCid: string): boolean {
  return generations.some((it) => it.manifestCid === manifestCid);
}

function asHistory(raw: unknown, name: string): ServerHistory | undefined {
  if (!isJsonObject(raw) || raw['name'] !== name || !Array.isArray(raw['generations'])) return undefined;
  const generations = raw['generations'].map(asServed).filter((it) => it !== undefined);
  if (generations.length !== raw['generations'].length) return undefined;
  const [pinned, insteadOf, offered] = ['pinned', 'insteadOf', 'offered'].map((member) => findCid(raw, member));
  return {
    name,
    generations,
    ...(pinned === undefined ? {} : { pinned }),
    ...(insteadOf === undefined ? {} : { insteadOf }),
    ...(offered === undefined ? {} : { offered }),
  };
}

function findCid(raw: JsonObject, member: string): string | undefined {
  const value = raw[member];
  return typeof value === 'string' && isCid(value) ? value : undefined;
}

function asServed(raw: JsonValue): ServedBuild | undefined {
  if (!isJsonObject(raw)) return undefined;
  const [manifestCid, codeCid, skillsCid, viewsCid] = ['manifestCid', 'codeCid', 'skillsCid', 'viewsCid'].map((name) =>
    findCid(raw, name),
  );
  const { version, since, codePath } = raw;
  if (manifestCid === undefined || codeCid === undefined || typeof version !== 'string') return undefined;
  if (typeof since !== 'string' || typeof codePath !== 'string') return undefined;
  const content = { ...(skillsCid !== undefined && { skillsCid }), ...(viewsCid !== undefined && { viewsCid }) };
  return { manifestCid, codeCid, ...content, version, since, codePath };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is refused as an invalid history.
    return undefined;
  }
}
