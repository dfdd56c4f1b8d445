/**
 * An origin with one fixed build in a content store, checked against every CID in between.
 */
import { join } from 'node:path';
import type { ContentStore } from '../store/content-store.js';
import type { BuildSource } from '../builds/build-source.js';
import { readStoredPlugin } from './read-stored-plugin.js';

/** The plugin and its build. */
export interface PinnedBuild {
  /** Label for people. */
  readonly name: string;
  readonly manifestCid: string;
  /** The folder from which the code's imports are resolved, upwards; it need not exist. */
  readonly importFolder: string;
}

/** Makes the origin. Its `read` throws `content-missing`, `content-mismatch` or `manifest-invalid`. */
export function contentSource(store: ContentStore, { name, manifestCid, importFolder }: PinnedBuild): BuildSource {
  return {
    label: `${name} ${manifestCid}`,
    read: () => readStoredPlugin(store, manifestCid, (codeCid) => join(importFolder, `${codeCid}.cjs`)),
    watch: () => ({ close: () => undefined }),
  };
}
