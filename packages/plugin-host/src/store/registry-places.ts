/**
 * Opens a registry at the place that an operator names: a folder, or the URL of a repository or of a Redis.
 */
import { join, resolve } from 'node:path';
import { mirrorRegistry } from './registry-mirror.js';
import { readOciUrl, type OciCredentials } from './oci-client.js';
import { openOciRegistry } from './oci-registry.js';
import { openSharedRegistry, type SharedContents } from './shared-registry.js';
import { isRemoteRegistry, openFolderRegistry, type Registry } from './open-registry.js';

/** Options for a registry on the network. */
export interface RegistryOptions {
  readonly credentials?: OciCredentials | undefined;
  /** Connects to a Redis by its URL; required for one. */
  readonly openRedis?: ((url: string) => Promise<SharedContents>) | undefined;
  /** A folder of the server for caching what it reads; without it, nothing is cached. */
  readonly stateFolder?: string | undefined;
}

/**
 * Finds a problem of a registry's place without contacting it.
 *
 * @returns a sentence about the problem, without credentials; `undefined` for a possible URL, and for every folder
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
 * @throws Error for a URL that `findRegistryProblem` rejects, without its credentials
 */
export function openRegistry(place: string, options: RegistryOptions = {}): Registry {
  const { stateFolder } = options;
  if (!isRemoteRegistry(place)) return openFolderRegistry(place);
  const problem = findRegistryProblem(place);
  if (problem !== undefined) throw new Error(problem);
  const folder = join(resolve(stateFolder ?? '.'), 'registry');
  const remote = openRemote(place, folder, options);
  return stateFolder === undefined ? remote : mirrorRegistry(remote, openFolderRegistry(folder), folder);
}

function openRemote(place: string, importFolder: string, { credentials, openRedis }: RegistryOptions): Registry {
  if (!/^rediss?:/.test(place)) return openOciRegistry(place, { credentials, importFolder });
  const { protocol, host, pathname } = new URL(place);
  const open = (): Promise<SharedContents> =>
    openRedis ? openRedis(place) : Promise.reject(new Error('no Redis can be asked here'));
  // Leaves out the user and password that a Redis URL may have.
  return openSharedRegistry({ label: `${protocol}//${host}${pathname}`, importFolder, open });
}
