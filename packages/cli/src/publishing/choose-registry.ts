/**
 * Opens the registry that a command line names.
 */
import { resolve } from 'node:path';
import { isRemoteRegistry, openRegistry, type Registry, type SharedContents } from '@sigil/plugin-host';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * @param place a folder, relative to where the command was started, or the URL of a repository
 * @throws UsageError when the credentials in the environment are none
 */
export function chooseRegistry(place: string, { cwd, env }: Pick<Terminal, 'cwd' | 'env'>): Registry {
  if (!isRemoteRegistry(place)) return openRegistry(resolve(cwd, place));
  const given = env['MCP_REGISTRY_CREDENTIALS'];
  if (!given || !place.startsWith('oci')) return openRegistry(place, { openRedis });
  const [, user, password] = /^([^:]+):(.+)$/s.exec(given) ?? [];
  if (user === undefined || password === undefined) {
    throw new UsageError('MCP_REGISTRY_CREDENTIALS must be a name, a colon and a password');
  }
  return openRegistry(place, { credentials: { user, password } });
}

/** Loaded only where a registry is in Redis. The connection ends with the process. */
async function openRedis(url: string): Promise<SharedContents> {
  const { openRedisStore } = await import('@sigil/store-redis');
  return openRedisStore({ url });
}
