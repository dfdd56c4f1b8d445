/**
 * Stores a build in a content store, its manifest last.
 */
import { PluginError } from '@sigil/core/building';
import type { BuiltPlugin } from '../builds/build-source.js';
import type { ContentStore } from './content-store.js';

/** @throws PluginError `code-mismatch` when the build does not match its CIDs */
export async function keepBuild(store: Pick<ContentStore, 'put'>, built: BuiltPlugin): Promise<void> {
  const codeCid = await store.put(Buffer.from(built.code));
  const skillsCid = built.skillFiles && (await store.put(built.skillFiles));
  const viewsCid = built.viewFiles && (await store.put(built.viewFiles));
  const manifestCid = await store.put(Buffer.from(built.manifestText));
  const { code, skills, views } = built.manifest;
  const hasContent = skillsCid === skills?.cid && viewsCid === views?.cid;
  if (codeCid === code.cid && hasContent && manifestCid === built.manifestCid) return;
  throw new PluginError(
    'code-mismatch',
    `the build in ${built.codePath} is not what its manifest says; build it again`,
  );
}
