/**
 * Opens the registry that a configuration names.
 */
import { openRegistry, type Registry, type SharedContents } from '@sigil/plugin-host';
import type { Configuration } from '../configuration/configuration.js';

/** @returns undefined where the configuration names none */
export function openConfiguredRegistry({
  registry,
  registryCredentials: credentials,
  stateFolder,
}: Pick<Configuration, 'registry' | 'registryCredentials'> & Partial<Pick<Configuration, 'stateFolder'>>):
  Registry | undefined {
  return registry === undefined ? undefined : openRegistry(registry, { credentials, stateFolder, openRedis });
}

/** Loaded only for a registry in Redis. The connection ends with the process. */
async function openRedis(url: string): Promise<SharedContents> {
  const { openRedisStore } = await import('@sigil/store-redis');
  return openRedisStore({ url });
}
