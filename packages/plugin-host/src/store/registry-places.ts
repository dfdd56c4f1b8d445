/**
 * Opens a registry by the place that an operator names: a folder, or the URL of a repository.
 */
import { join, resolve } from 'node:path';
import { mirroredRegistry } from './mirrored-registry.js';
import type { OciCredentials } from './oci-client.js';
import { openOciRegistry } from './oci-registry.js';
import { isRemoteRegistry, openFolderRegistry, type Registry } from './open-registry.js';

/** Options of a registry, all for one that is reached over the network. */
export interface RegistryOptions {
  readonly credentials?: OciCredentials | undefined;
  /** A server's own folder, for what it has read; without it, nothing is remembered. */
  readonly stateFolder?: string | undefined;
}

/** @param place a folder, `oci://host/repository`, or `oci+http://host/repository` for a registry without TLS */
export function openRegistry(place: string, { credentials, stateFolder }: RegistryOptions = {}): Registry {
  if (!isRemoteRegistry(place)) return openFolderRegistry(place);
  const folder = join(resolve(stateFolder ?? '.'), 'registry');
  const remote = openOciRegistry(place, { credentials, importFolder: folder });
  return stateFolder === undefined ? remote : mirroredRegistry(remote, openFolderRegistry(folder), folder);
}
