/**
 * The place where builds are published and fetched by servers: a folder, a repository of an OCI registry, or a store that servers share.
 *
 * Spec: docs/operate/publishing.md
 */
import { resolve } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { watchPath } from '../watching/watch-path.js';
import type { ContentStore } from './content-store.js';
import {
  findPointer,
  importFolder,
  listPublished,
  pointerPath,
  registryStore,
  writePointer,
  type RegistryPointer,
} from './registry.js';
import { withLock } from './folder-lock.js';

/** The pointers of a registry, and the content that they name. */
export interface Registry {
  /** Label for people: a folder, or the URL of a repository. */
  readonly label: string;
  readonly content: Pick<ContentStore, 'get' | 'has' | 'put'>;
  /** Lists the published plugins. @throws Error when the registry cannot be reached */
  names(): Promise<readonly string[]>;
  /** @throws PluginError `pointer-invalid` */
  find(name: string): Promise<RegistryPointer | undefined>;
  /** Replaces a pointer in one step; writes nothing if it stays the same. @returns the pointers before and after */
  change(name: string, change: PointerChange): Promise<ChangedPointer>;
  /** Calls back when the pointer of a plugin may have changed. */
  watch(name: string, onChange: () => void): Watch;
  /** Returns the folder from which the imports of a plugin are resolved, upwards. It need not exist. */
  importFolder(name: string): string;
}

/** Returns a new pointer, or the same object to change nothing. */
export type PointerChange = (before: RegistryPointer | undefined) => Promise<RegistryPointer>;

/** A pointer that was changed. */
export interface ChangedPointer {
  readonly before: RegistryPointer | undefined;
  readonly after: RegistryPointer;
}

/** Returns whether the place is a URL, not a folder. `findRegistryProblem` decides which URLs can be a registry. */
export function isRemoteRegistry(place: string): boolean {
  // At least two letters, since one letter is a Windows drive.
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(place);
}

/** Opens a registry in a folder. Writes nothing until something is published. */
export function openFolderRegistry(folder: string): Registry {
  const root = resolve(folder);
  return {
    label: root,
    content: registryStore(root),
    names: () => listPublished(root),
    find: (name) => findPointer(root, name),
    change: (name, change) =>
      withLock(root, async () => {
        const before = await findPointer(root, name);
        const after = await change(before);
        if (after !== before) await writePointer(root, after);
        return { before, after };
      }),
    watch: (name, onChange) => watchPath(pointerPath(root, name), onChange),
    importFolder: (name) => importFolder(root, name),
  };
}
