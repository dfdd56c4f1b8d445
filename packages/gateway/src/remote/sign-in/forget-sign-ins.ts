/**
 * Forgets what is kept of users' sign-ins on this machine. The tokens stay valid at the authorization server until they expire.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localPrincipal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import { clientNameOf, tokenNameOf } from './token-store.js';
import { secretSuffix, type SecretStore } from './secret-store.js';

/**
 * Forgets the tokens and the client of an upstream server where the user of this machine has signed in.
 *
 * @param name that it was opened with
 * @returns whether there were tokens
 */
export async function forgetSignIn(secrets: SecretStore, name: string, url: string): Promise<boolean> {
  const token = await secrets.take(tokenNameOf(name, url, 'token', principalKey(localPrincipal)));
  await secrets.take(tokenNameOf(name, url, 'last'));
  await secrets.take(clientNameOf(name, url));
  return token !== undefined;
}

/** Removes all secrets of an existing folder, but not its key, which programs that run may hold. @returns the number of removed files */
export async function forgetAllSignIns(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.includes(secretSuffix));
  await Promise.all(files.map((name) => rm(join(folder, name), { force: true })));
  return files.length;
}
