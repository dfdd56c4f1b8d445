/**
 * The file of approved sets, `mcps.lock.json`: meant to be committed, so that people review how an upstream has changed.
 *
 * Each operation reads the file again, since another process approves by changing it.
 */
import { randomUUID } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { canonicalJson, cidOf } from '@sigil/core/building';
import { withLock } from '@sigil/files';
import type { PinnedSet } from './pinned-set.js';

/** The pins of one server. */
export interface Pin {
  readonly approved: PinnedSet;
  /** The set that the upstream offered instead at the last reading; absent while it offers the approved one. */
  readonly pending?: PinnedSet;
}

/** The file exists and cannot be understood, so the approved sets are unknown. */
export class PinFileError extends Error {
  override readonly name = 'PinFileError';
}

const lookEveryMs = 1_000;

export class PinFile {
  /** @param path of the file, which need not exist */
  constructor(readonly path: string) {}

  /**
   * Reads the pins of all servers.
   *
   * @throws PinFileError when the file cannot be read or has wrong content, or when a set does not match its CID
   */
  async read(): Promise<ReadonlyMap<string, Pin>> {
    const pins = Object.entries(await this.#readServers()).map(
      async ([name, pin]) => [name, await readPin(name, pin)] as const,
    );
    return new Map(await Promise.all(pins));
  }

  /**
   * Replaces the pin of one server.
   *
   * @throws PinFileError as `read`; the system's error when the file cannot be written
   */
  async write(server: string, pin: Pin): Promise<void> {
    await this.change(server, () => pin);
  }

  /**
   * Changes the pin of one server under a lock across processes.
   *
   * @param decide gets the current pin; its result is written, unless it is the same
   * @returns the pin after that
   * @throws PinFileError as `read`; the system's error when the file cannot be written
   */
  async change(server: string, decide: (before: Pin | undefined) => Pin): Promise<Pin> {
    return withLock(`${this.path}.lock`, async () => {
      const servers = await this.#readServers();
      const before = Object.hasOwn(servers, server) ? await readPin(server, servers[server]) : undefined;
      const pin = decide(before);
      if (pin !== before) await this.#writeServers({ ...servers, [server]: await writePin(pin) });
      return pin;
    });
  }

  /** Polls the file once a second. @param onChange called after any process has written the file @returns a function that stops it */
  watch(onChange: () => void): () => void {
    watchFile(this.path, { interval: lookEveryMs, persistent: false }, onChange);
    return () => unwatchFile(this.path, onChange);
  }

  async #writeServers(pins: JsonObject): Promise<void> {
    const servers = Object.entries(pins);
    servers.sort(([a], [b]) => (a < b ? -1 : 1));
    const text = JSON.stringify({ version: 1, servers: Object.fromEntries(servers) }, undefined, 2);
    // A process id would not do: containers may share the folder and the same id.
    const unfinished = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(unfinished, `${text}\n`);
      await rename(unfinished, this.path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async #readServers(): Promise<JsonObject> {
    const file = parse(await this.#readText());
    const servers = isJsonObject(file) && file['version'] === 1 ? file['servers'] : undefined;
    if (!isJsonObject(servers)) throw new PinFileError('expected the pins of version 1, got something else');
    return servers;
  }

  async #readText(): Promise<string> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{"version":1,"servers":{}}';
      throw new PinFileError('it cannot be read', { cause: error });
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PinFileError('expected JSON, got something else');
  }
}

async function writePin({ approved, pending }: Pin): Promise<JsonObject> {
  return { ...(await writeSet(approved)), ...(pending ? { pending: await writeSet(pending) } : {}) };
}

async function writeSet(set: PinnedSet): Promise<JsonObject> {
  return { cid: await cidOf(canonicalJson(set)), set: { ...set } };
}

async function readPin(server: string, pin: unknown): Promise<Pin> {
  const approved = await readSet(server, pin);
  const { pending } = pin as JsonObject; // `readSet` has checked it
  return pending === undefined ? { approved } : { approved, pending: await readSet(server, pending) };
}

async function readSet(server: string, written: unknown): Promise<PinnedSet> {
  const { cid, set } = isJsonObject(written) ? written : {};
  if (!isPinnedSet(set))
    throw new PinFileError(`server "${server}": expected a "cid" and its "set", got something else`);
  if (cid !== (await cidOf(canonicalJson(set))))
    throw new PinFileError(`server "${server}": the set is not the one that its "cid" names`);
  return set;
}

function isPinnedSet(value: unknown): value is PinnedSet {
  if (!isJsonObject(value)) return false;
  const lists = ['tools', 'prompts', 'resourceTemplates'].map((name) => value[name]);
  const { instructions, skills = [], extensions = [], views = [] } = value;
  if (instructions !== undefined && typeof instructions !== 'string') return false;
  return [...lists, skills, extensions, views].every(
    (list) => Array.isArray(list) && list.every((item) => isJsonObject(item)),
  );
}
