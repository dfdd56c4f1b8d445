/**
 * Opens a registry by the place that an operator names: a folder, or the URL of a repository or of a Redis.
 */
import { join, resolve } from 'node:path';
import { mirroredRegistry } from './mirrored-registry.js';
import { readOciUrl, type OciCredentials } from './oci-client.js';
import { openOciRegistry } from './oci-registry.js';
import { openSharedRegistry, type SharedContents } from './shared-registry.js';
import { isRemoteRegistry, openFolderRegistry, type Registry } from './open-registry.js';

/** Options of a registry, all for one that is reached over the network. */
export interface RegistryOptions {
  readonly credentials?: OciCredentials | undefined;
  /** Connects to the Redis of a URL; needed for one. */
  readonly openRedis?: ((url: string) => Promise<SharedContents>) | undefined;
  /** A server's own folder, for what it has read; without it, nothing is remembered. */
  readonly stateFolder?: string | undefined;
}

/**
 * Finds what is wrong with the place of a registry, without asking it.
 *
 * @returns the problem in words, without credentials; undefined for a place that may be one, and for every folder
 */
export function findRegistryProblem(place: string): string | undefined {
  if (!isRemoteRegistry(place)) return undefined;
  const [, scheme] = knownScheme.exec(place) ?? [];
  if (scheme === undefined) return `expected ${knownPlaces}, got "${withoutCredentials(place)}"`;
  const isOci = scheme.startsWith('oci');
  if (isOci ? readOciUrl(place) : URL.canParse(place)) return undefined;
  return `expected ${scheme}://${isOci ? 'host/repository' : 'host:port'}, got "${withoutCredentials(place)}"`;
}

const knownScheme = /^(oci(?:\+http)?|rediss?):\/\//;
const knownPlaces = 'a folder, oci://host/repository, oci+http://…, redis://host:port or rediss://…';

function withoutCredentials(url: string): string {
  return url.replace(/:\/\/.*@/s, '://***@');
}

/**
 * @param place a folder, `oci://host/repository` (`oci+http://` without TLS), or `redis://host:port/database` (`rediss://` with TLS)
 * @throws Error for a URL of another scheme, without its credentials
 */
export function openRegistry(place: string, options: RegistryOptions = {}): Registry {
  const { stateFolder } = options;
  if (!isRemoteRegistry(place)) return openFolderRegistry(place);
  if (!knownScheme.test(place)) throw new Error(findRegistryProblem(place));
  const folder = join(resolve(stateFolder ?? '.'), 'registry');
  const remote = openRemote(place, folder, options);
  return stateFolder === undefined ? remote : mirroredRegistry(remote, openFolderRegistry(folder), folder);
}

function openRemote(place: string, importFolder: string, { credentials, openRedis }: RegistryOptions): Registry {
  if (!/^rediss?:/.test(place)) return openOciRegistry(place, { credentials, importFolder });
  const { protocol, host, pathname } = new URL(place);
  const open = (): Promise<SharedContents> =>
    openRedis ? openRedis(place) : Promise.reject(new Error('no Redis can be asked here'));
  // Without user and password, which a URL of Redis may have.
  return openSharedRegistry({ label: `${protocol}//${host}${pathname}`, importFolder, open });
}
