/**
 * Stores the secrets of users' sign-ins: tokens at upstream servers, and unfinished sign-ins.
 *
 * On disk each secret is encrypted (AES-256-GCM) and bound to its name, so that files cannot be swapped.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';

export interface SecretStore {
  /** @returns `undefined` when there is no such secret, or it has expired */
  get(name: string): Promise<JsonObject | undefined>;
  /** @param until milliseconds since 1970 */
  put(name: string, secret: JsonObject, until?: number): Promise<void>;
  /** Removes a secret. @returns the secret; of several concurrent callers, one gets it */
  take(name: string): Promise<JsonObject | undefined>;
}

/** The end of the names of secrets' files; more follows it while a file is written or taken. */
export const secretSuffix = '.secret';

interface Kept {
  readonly secret: JsonObject;
  readonly until: number;
}

/** The default limit of secrets in memory. Expired ones go first, then the oldest. */
const defaultMaxSecrets = 10_000;

/** Keeps secrets until the process ends. */
export function openMemorySecrets(maxSecrets = defaultMaxSecrets, now: () => number = Date.now): SecretStore {
  const kept = new Map<string, Kept>();
  const find = (name: string): JsonObject | undefined => {
    const found = kept.get(name);
    return found && now() < found.until ? found.secret : undefined;
  };
  return {
    get: async (name) => find(name),
    async put(name, secret, until = Infinity) {
      kept.delete(name);
      kept.set(name, { secret, until });
      if (kept.size <= maxSecrets) return;
      // Expired secrets of unfinished sign-ins go before tokens in use.
      for (const [known, { until: end }] of kept) if (end <= now()) kept.delete(known);
      for (const [oldest] of kept) {
        if (kept.size <= maxSecrets) break;
        kept.delete(oldest);
      }
    },
    async take(name) {
      const found = find(name);
      kept.delete(name);
      return found;
    },
  };
}

/**
 * Keeps secrets in a folder, one file each. Replicas with the same folder and key share them.
 *
 * @param folder created with the first secret, readable by this user only
 * @param keys of 32 bytes each: the first one encrypts, all of them decrypt
 * @throws RangeError for a key of another length, or none
 */
export function openFileSecrets(
  folder: string,
  keys: readonly Uint8Array[],
  now: () => number = Date.now,
): SecretStore {
  if (keys.length === 0 || keys.some((key) => key.length !== 32)) throw new RangeError('each key must have 32 bytes');
  return new FileSecrets(folder, keys, now);
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;
const cleaningMs = 3_600_000;

class FileSecrets implements SecretStore {
  #cleanAt = 0;

  constructor(
    private readonly folder: string,
    private readonly keys: readonly Uint8Array[],
    private readonly now: () => number,
  ) {}

  async get(name: string): Promise<JsonObject | undefined> {
    return this.#open(await readIfThere(this.#fileOf(name)), name);
  }

  async put(name: string, secret: JsonObject, until = forEver): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(name);
    const written = `${file}.${randomUUID()}`;
    await writeFile(written, this.#seal(JSON.stringify(secret), name, until), { mode: 0o600 });
    await rename(written, file);
    if (this.now() >= this.#cleanAt) await this.#clean();
  }

  async take(name: string): Promise<JsonObject | undefined> {
    const file = this.#fileOf(name);
    const taken = `${file}.${randomUUID()}`;
    try {
      await rename(file, taken);
    } catch {
      return undefined; // another caller took it, or it does not exist
    }
    const text = await readIfThere(taken);
    await rm(taken, { force: true });
    return this.#open(text, name);
  }

  /** Hashes the name, which contains a user and an upstream. */
  #fileOf(name: string): string {
    return join(this.folder, `${createHash('sha256').update(name).digest('hex')}${secretSuffix}`);
  }

  #seal(text: string, name: string, until: number): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0]!, iv).setAAD(bindingOf(name, until));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${version}.${until}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** @returns `undefined` for a secret that has expired, was changed, or needs a key that is gone */
  #open(text: string | undefined, name: string): JsonObject | undefined {
    const [written, ends, sealed = ''] = text?.split('.') ?? [];
    const until = Number(ends);
    const bytes = Buffer.from(sealed, 'base64url');
    if (written !== version || bytes.length < ivBytes + tagBytes || isOver(until, this.now())) return undefined;
    for (const key of this.keys) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
        decipher.setAAD(bindingOf(name, until)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        const opened = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
        const value: unknown = JSON.parse(opened.toString('utf8'));
        return isJsonObject(value) ? value : undefined;
      } catch {
        // Another key may fit.
      }
    }
    return undefined;
  }

  /** Removes expired secrets, and unfinished files of a process that ended while it wrote. The folder may hold other files, such as the key. */
  async #clean(): Promise<void> {
    this.#cleanAt = this.now() + cleaningMs;
    for (const name of await readdir(this.folder)) {
      if (!name.includes(secretSuffix)) continue;
      const file = join(this.folder, name);
      const [, ends] = (await readIfThere(file))?.split('.') ?? [];
      const isLeft =
        !name.endsWith(secretSuffix) &&
        this.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0) > cleaningMs;
      if (isLeft || (ends !== undefined && isOver(Number(ends), this.now()))) await rm(file, { force: true });
    }
  }
}

/** Marks a secret without an end. */
const forEver = 0;

function isOver(until: number, now: number): boolean {
  return until !== forEver && until <= now;
}

function bindingOf(name: string, until: number): Buffer {
  return Buffer.from(`${until}\n${name}`);
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
