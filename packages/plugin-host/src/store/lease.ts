/**
 * Records the builds that a process runs, in a file of its own in the state folder, so that they are not collected.
 *
 * The file identifies the process with its start time, so that a later one with the same id does not count. A process on another
 * machine cannot be checked: its file counts as long as it is renewed.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@sigil/core';
import { findProcess, ownMark, readMark, isMissing, readPlainFile } from '@sigil/files';
import type { BuiltPlugin } from '../builds/build-source.js';
import { cidsIn } from './cid.js';
import { unfinishedIn } from './file-store.js';
import { writeAtomically } from './atomic-write.js';

/** The content that this process uses. A change is on disk when its promise settles. */
export interface Lease {
  /** @param server the name that the build serves under */
  add(server: string, built: BuiltPlugin): Promise<void>;
  /** Ends the lease for one generation; the build stays leased while another generation of it runs under that name. */
  remove(server: string, built: BuiltPlugin): Promise<void>;
  /** Replaces the content that this process needs besides the builds it runs. */
  keep(cids: readonly string[]): Promise<void>;
  /** Removes the file. */
  close(): Promise<void>;
}

/** The content of a lease file. */
export interface FoundLease {
  readonly path: string;
  /** True when its process runs, or may run where it cannot be checked. */
  readonly isHeld: boolean;
  /** Everything that its process runs or needs. */
  readonly cids: ReadonlySet<string>;
}

/** Interval of renewing a lease file, and the age at which a file of another machine no longer counts. */
const renewEveryMs = 600_000;
const abandonedMs = 6 * renewEveryMs;

/** @param stateFolder absolute; nothing is written before the first `add` or `keep` */
export function openLease(stateFolder: string): Lease {
  const name = `${process.pid}-${randomUUID().slice(0, 8)}.json`;
  return new LeaseFile(join(leaseFolder(stateFolder), name), unfinishedIn(stateFolder));
}

/** @throws Error when a lease file cannot be read, so that the running builds are unknown */
export async function readLeases(stateFolder: string): Promise<readonly FoundLease[]> {
  const folder = leaseFolder(stateFolder);
  const files = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const paths = files.filter((file) => file.endsWith('.json')).map((file) => join(folder, file));
  const found = await Promise.all(paths.map(readLease));
  return found.filter((lease) => lease !== undefined);
}

function leaseFolder(stateFolder: string): string {
  return join(stateFolder, 'running');
}

async function readLease(path: string): Promise<FoundLease | undefined> {
  const text = (await readPlainFile(path))?.toString('utf8');
  if (text === undefined) return undefined;
  return { path, isHeld: await isHeld(path, text), cids: cidsIn(text) };
}

async function isHeld(path: string, text: string): Promise<boolean> {
  const mark = readMark(parse(text)['process']);
  const state = mark ? await findProcess(mark) : 'elsewhere';
  if (state !== 'elsewhere') return state === 'running';
  const status = await stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs < abandonedMs;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const raw: unknown = JSON.parse(text);
    return isJsonObject(raw) ? raw : {};
  } catch {
    // The file was edited by hand. It counts until it is old, like one of another machine.
    return {};
  }
}

interface RunningBuild {
  readonly server: string;
  readonly manifestCid: string;
  readonly codeCid: string;
}

/** A build and the number of its users: a plugin that was added again may run beside its earlier host, which drains. */
interface LeasedBuild {
  readonly entry: RunningBuild;
  readonly generations: Set<BuiltPlugin>;
}

function keyOf(server: string, { manifestCid }: BuiltPlugin): string {
  return `${manifestCid} ${server}`;
}

class LeaseFile implements Lease {
  /** By server and manifest; generations of the same build share an entry. */
  readonly #running = new Map<string, LeasedBuild>();
  #kept: readonly string[] = [];
  #isClosed = false;
  #lastWrite: Promise<void> = Promise.resolve();
  #renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly path: string,
    private readonly unfinished: string,
  ) {}

  add(server: string, built: BuiltPlugin): Promise<void> {
    const { manifestCid, manifest } = built;
    const key = keyOf(server, built);
    const entry = { server, manifestCid, codeCid: manifest.code.cid };
    const leased = this.#running.get(key) ?? { entry, generations: new Set() };
    this.#running.set(key, leased);
    leased.generations.add(built);
    return this.#write();
  }

  remove(server: string, built: BuiltPlugin): Promise<void> {
    const key = keyOf(server, built);
    const leased = this.#running.get(key);
    leased?.generations.delete(built);
    if (!leased || leased.generations.size > 0) return this.#lastWrite;
    this.#running.delete(key);
    return this.#write();
  }

  keep(cids: readonly string[]): Promise<void> {
    this.#kept = [...cids];
    return this.#write();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#renewal);
    return this.#write();
  }

  /** Writes one after the other, each with the state at its turn. */
  #write(): Promise<void> {
    const written = this.#lastWrite.then(() => this.#writeNow());
    // A failed write does not fail the next one.
    this.#lastWrite = written.catch(() => undefined);
    return written;
  }

  async #writeNow(): Promise<void> {
    const isNeeded = !this.#isClosed && (this.#running.size > 0 || this.#kept.length > 0);
    if (!isNeeded) return rm(this.path, { force: true });

    const running = [...this.#running.values()].map(({ entry }) => entry);
    const lease = { process: await ownMark(), running, kept: this.#kept };
    await writeAtomically(this.path, `${JSON.stringify(lease, undefined, 2)}\n`, this.unfinished);
    this.#renewal ??= setInterval(() => void this.#renew(), renewEveryMs).unref();
  }

  async #renew(): Promise<void> {
    const now = new Date();
    // If the file is gone, the next change writes it again.
    await utimes(this.path, now, now).catch(() => undefined);
  }
}
