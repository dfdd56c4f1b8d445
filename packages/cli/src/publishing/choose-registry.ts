/**
 * Opens the registry named on the command line.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  findRegistryProblem,
  isRemoteRegistry,
  openRegistry,
  type Registry,
  type SharedContents,
} from '@sigil/plugin-host';
import { CommandError, UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * @param place a folder, relative to the working folder, or the URL of a repository
 * @throws UsageError for a place that cannot be a registry, or when the credentials in the environment are not valid
 */
export async function chooseRegistry(place: string, { cwd, env }: Pick<Terminal, 'cwd' | 'env'>): Promise<Registry> {
  const problem = findRegistryProblem(place);
  if (problem !== undefined) throw new UsageError(problem);
  if (!isRemoteRegistry(place)) {
    const folder = resolve(cwd, place);
    await requireNoFile(folder, place);
    return openRegistry(folder);
  }
  const given = env['MCP_REGISTRY_CREDENTIALS'];
  if (!given || !place.startsWith('oci')) {
    const registry: Registry = openRegistry(place, { openRedis: (url) => openRedis(url, registry.label) });
    return registry;
  }
  const [, user, password] = /^([^:]+):(.+)$/s.exec(given) ?? [];
  if (user === undefined || password === undefined) {
    throw new UsageError('MCP_REGISTRY_CREDENTIALS must be a name, a colon and a password');
  }
  return openRegistry(place, { credentials: { user, password } });
}

/** Requires that the place is not a file; a missing folder is created, or counts as empty. */
async function requireNoFile(folder: string, place: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR')
      throw new UsageError(`expected a registry folder, got "${place}", which is below a file`);
    return undefined;
  });
  if (found && !found.isDirectory()) throw new UsageError(`expected a registry folder, got the file "${place}"`);
}

/**
 * Loads the Redis store only for a registry in Redis. The connection ends with the process.
 *
 * @param label the URL without a password
 */
async function openRedis(url: string, label: string): Promise<SharedContents> {
  const { openRedisStore } = await import('@sigil/store-redis');
  const store = await openRedisStore({ url });
  const { state, lastError } = store.status;
  if (state === 'serving') return store;
  await store.close();
  throw new CommandError(`the registry ${label} cannot be reached: ${lastError ?? 'it does not answer'}`);
}
