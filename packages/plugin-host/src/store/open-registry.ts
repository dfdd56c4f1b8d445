/**
 * Where builds are published and servers take them from: a folder, a repository of an OCI registry, or a store that servers share.
 *
 * Spec: docs/operate/publishing.md
 */
import { resolve } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { watchPath } from './watch-path.js';
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
import { withLock } from './with-lock.js';

/** The pointers of a registry, and the content that they name. */
export interface Registry {
  /** For people: a folder, or the URL of a repository. */
  readonly label: string;
  readonly content: Pick<ContentStore, 'get' | 'has' | 'put'>;
  /** The plugins that are published. @throws Error when the registry cannot be asked */
  names(): Promise<readonly string[]>;
  /** @throws PluginError `pointer-invalid` */
  find(name: string): Promise<RegistryPointer | undefined>;
  /** Replaces a pointer at once; nothing is written where it stays the same. @returns the pointer before, and the one after */
  change(name: string, change: PointerChange): Promise<ChangedPointer>;
  /** Calls back when the pointer of a plugin may be another one. */
  watch(name: string, onChange: () => void): Watch;
  /** The folder that the imports of a plugin are resolved from, upwards. It need not exist. */
  importFolder(name: string): string;
}

/** A new pointer, or the same object where nothing is to be changed. */
export type PointerChange = (before: RegistryPointer | undefined) => Promise<RegistryPointer>;

/** A pointer that was changed. */
export interface ChangedPointer {
  readonly before: RegistryPointer | undefined;
  readonly after: RegistryPointer;
}

/** Tells a URL from a folder. Not every URL can be a registry: `findRegistryProblem` says which. */
export function isRemoteRegistry(place: string): boolean {
  // Two letters at least: one alone is a drive of Windows.
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(place);
}

/** A registry that is a folder. Nothing is written until something is published. */
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
