/**
 * Opens the secrets of the one user of a program: files in a folder, with the key beside them, so that the user signs in once.
 *
 * The key protects copies of the other files. It is made on first use.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFileSecrets, openMemorySecrets, type SecretStore } from './secret-store.js';

const keyBytes = 32;

/**
 * @param folder created when a secret is first looked for, readable by this user only
 * @param onProblem called with the reason when the folder cannot be used; the secrets are then kept in memory
 * @returns a store that touches the folder when it is first used
 */
export function openUserSecrets(folder: string, onProblem: (why: string) => void): SecretStore {
  let opening: Promise<SecretStore> | undefined;
  const opened = (): Promise<SecretStore> => (opening ??= openFiles(folder, onProblem));
  return {
    get: async (name) => (await opened()).get(name),
    put: async (name, secret, until) => (await opened()).put(name, secret, until),
    take: async (name) => (await opened()).take(name),
  };
}

/** Opens the same files without a substitute. Creates the folder and its key. @throws Error when the folder cannot be used */
export async function openUserFiles(folder: string): Promise<SecretStore> {
  return openFileSecrets(folder, [await readKey(folder)]);
}

async function openFiles(folder: string, onProblem: (why: string) => void): Promise<SecretStore> {
  try {
    return await openUserFiles(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onProblem(`sign-ins are kept in memory only, until this program ends: ${why}`);
    return openMemorySecrets();
  }
}

async function readKey(folder: string): Promise<Uint8Array> {
  const file = join(folder, 'key');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
  // Of two programs that begin at once, one writes.
  await writeFile(file, randomBytes(keyBytes), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const key = await readFile(file);
  if (key.length === keyBytes) return key;
  throw new Error(`${file}: expected a key of ${keyBytes} bytes, got ${key.length}; remove the file to sign in again`);
}
