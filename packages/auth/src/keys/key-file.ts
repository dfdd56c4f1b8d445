/**
 * The file of API keys: their names, scopes and hashes. Reading it does not reveal a usable key.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { isJsonObject, type JsonValue } from '@sigil/core';
import { LockBusyError, withLock } from '@sigil/files';
import { KeyFileError } from './key-file-error.js';

/** One key, without its secret. */
export interface StoredKey {
  /** The name of the caller, as the server's principal has it. Names are unique. */
  readonly name: string;
  /** SHA-256 of the key, in hex. */
  readonly sha256: string;
  readonly scopes: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; a key without it is valid until it is revoked. */
  readonly expiresAt?: string;
}

/** Prefix of every key. */
export const keyPrefix = 'sk_';
const keyBytes = 32;
const nameForm = /^[A-Za-z0-9._@-]{1,64}$/;
/** The grammar of RFC 6749 §3.3. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Keys are 256 random bits, so a plain hash cannot be reversed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export class KeyFile {
  /** @param path absolute */
  constructor(readonly path: string) {}

  /** Returns a fingerprint that changes when the file may have changed; `none` where there is no file. */
  async version(): Promise<string> {
    try {
      const { mtimeMs, size, ino } = await stat(this.path);
      return `${mtimeMs} ${size} ${ino}`;
    } catch (error) {
      if (isMissing(error)) return 'none';
      throw error;
    }
  }

  /** @returns no keys where there is no file @throws KeyFileError naming the fault */
  async read(): Promise<readonly StoredKey[]> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return [];
      throw new KeyFileError('it cannot be read', { cause: error });
    }
    return readKeys(text);
  }

  /**
   * @returns the key, which is stored nowhere
   * @throws KeyFileError for a name that is taken or malformed, a malformed scope, or a file that another program holds
   */
  async create(name: string, { scopes, now, expiresAt }: NewKey): Promise<string> {
    if (!nameForm.test(name)) throw new KeyFileError(`a name is 1 to 64 of A-Z a-z 0-9 . _ @ -, got "${name}"`);
    const wrong = scopes.find((scope) => !scopeForm.test(scope));
    if (wrong !== undefined) throw new KeyFileError(`"${wrong}" is no scope: it has no spaces, quotes or backslashes`);
    const key = `${keyPrefix}${randomBytes(keyBytes).toString('base64url')}`;
    const dates = {
      createdAt: now.toISOString(),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    };
    await this.#alone(async () => {
      const keys = await this.read();
      if (keys.some((it) => it.name === name))
        throw new KeyFileError(`there is a key "${name}" already: revoke it first`);
      await this.#write([...keys, { name, sha256: hashKey(key), scopes: [...scopes], ...dates }]);
    });
    return key;
  }

  /** @returns whether there was such a key */
  async revoke(name: string): Promise<boolean> {
    return this.#alone(async () => {
      const keys = await this.read();
      const left = keys.filter((key) => key.name !== name);
      if (left.length === keys.length) return false;
      await this.#write(left);
      return true;
    });
  }

  /** Runs a change while no other program changes the file. @throws KeyFileError when another one does not stop */
  async #alone<Value>(change: () => Promise<Value>): Promise<Value> {
    try {
      return await withLock(`${this.path}.lock`, change);
    } catch (error) {
      if (!(error instanceof LockBusyError)) throw error;
      throw new KeyFileError(`another program changes it: if none does, remove "${error.path}"`);
    }
  }

  /** Replaces the file atomically; only its owner can read either version. */
  async #write(keys: readonly StoredKey[]): Promise<void> {
    const temporary = `${this.path}.${randomBytes(6).toString('hex')}.tmp`;
    await writeFile(temporary, `${JSON.stringify({ keys }, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, this.path);
  }
}

/** A key to create. */
export interface NewKey {
  readonly scopes: readonly string[];
  readonly now: Date;
  readonly expiresAt?: Date | undefined;
}

function readKeys(text: string): readonly StoredKey[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KeyFileError('it is not JSON', { cause });
  }
  const keys = isJsonObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(keys)) throw new KeyFileError('"keys" must be a list');
  return keys.map(readKey);
}

function readKey(value: JsonValue, at: number): StoredKey {
  const { name, sha256, scopes, createdAt, expiresAt } = isJsonObject(value) ? value : {};
  const where = `"keys[${at}]"`;
  if (typeof name !== 'string' || name === '') throw new KeyFileError(`${where}: "name" must be a text`);
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw new KeyFileError(`${where}: "sha256" must be 64 hex digits`);
  }
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw new KeyFileError(`${where}: "scopes" must be a list of texts`);
  }
  const dates = { createdAt: readDate(createdAt, `${where}: "createdAt"`) };
  if (expiresAt === undefined) return { name, sha256, scopes, ...dates };
  return { name, sha256, scopes, ...dates, expiresAt: readDate(expiresAt, `${where}: "expiresAt"`) };
}

function readDate(value: JsonValue | undefined, where: string): string {
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value;
  throw new KeyFileError(`${where} must be a date and time, such as "2027-01-31T00:00:00Z"`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
