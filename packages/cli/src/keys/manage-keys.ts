/**
 * Changes or lists the file of API keys, and reports the result.
 */
import { resolve } from 'node:path';
import { KeyFile, KeyFileError, type StoredKey } from '@sigil/auth/keys';
import { suggestNames } from '@sigil/core/building';
import { CommandError } from '../failures/command-error.js';
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { Terminal } from '../terminal/terminal.js';

/** The arguments of `sigil keys create`. */
export interface CreateKeyRequest {
  /** Relative to the working folder. */
  readonly file: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly days: number | undefined;
}

const dayMs = 86_400_000;

/**
 * Creates a key. Standard output has only the key, so that it can be piped to its destination.
 *
 * @throws CommandError when the name is taken, or the file cannot be parsed or written
 */
export async function createKey({ name, scopes, days, file }: CreateKeyRequest, terminal: Terminal): Promise<void> {
  const now = new Date();
  const expiresAt = days === undefined ? undefined : new Date(now.getTime() + days * dayMs);
  const key = await working(file, () => fileOf(file, terminal).create(name, { scopes, now, expiresAt }));
  terminal.out.line(key);
  terminal.err.line(`This is the only time that the key of "${name}" is shown. ${file} has its hash.`);
}

/** @throws CommandError when the file cannot be parsed */
export async function listKeys(file: string, format: 'text' | 'json', terminal: Terminal): Promise<void> {
  const keys = await working(file, () => fileOf(file, terminal).read());
  const { out } = terminal;
  if (format === 'json') out.line(JSON.stringify(keys.map(withoutHash), undefined, 2));
  else if (keys.length === 0) out.line(`There are no keys in ${file}.`);
  else out.line(formatTable(['NAME', 'SCOPES', 'MADE', 'ENDS'], keys.map(rowOf), out));
}

/** @throws CommandError for an unknown name, or when the file cannot be parsed or written */
export async function revokeKey(file: string, name: string, terminal: Terminal): Promise<void> {
  const keys = fileOf(file, terminal);
  if (await working(file, () => keys.revoke(name))) {
    terminal.out.line(`The key of "${name}" is revoked. Running servers refuse it within a few seconds.`);
    return;
  }
  const names = (await working(file, () => keys.read())).map((key) => key.name);
  throw new CommandError(`no key "${name}" in ${file}${suggestNames(name, names)}`);
}

function fileOf(file: string, { cwd }: Terminal): KeyFile {
  return new KeyFile(resolve(cwd, file));
}

function withoutHash(key: StoredKey): Omit<StoredKey, 'sha256'> {
  const { sha256: _, ...shown } = key;
  return shown;
}

function rowOf({ name, scopes, createdAt, expiresAt }: StoredKey): string[] {
  const ends = expiresAt === undefined ? 'never' : dayOf(expiresAt);
  return [name, scopes.join(' ') || 'none', dayOf(createdAt), ends].map(printable);
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10);
}

async function working<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const why = cause instanceof KeyFileError ? cause.message : 'it cannot be written';
    throw new CommandError(`${file}: ${why}`, { cause });
  }
}
