/**
 * Publishes a plugin's build to a registry: content first, pointer last, so that a pointer never names missing content.
 */
import { resolve } from 'node:path';
import type { Manifest } from '@sigil/core/building';
import { contentCidsOf } from '../builds/build-content.js';
import type { BuiltPlugin } from '../builds/build-source.js';
import { readBuiltPlugin } from '../builds/read-built-plugin.js';
import { findImports, findUnresolved } from './find-imports.js';
import { keepBuild } from './keep-build.js';
import { openFolderRegistry, type Registry } from './open-registry.js';
import { maxPublishedBuilds, type RegistryPointer } from './registry.js';

/** A build in a registry, whose pointer names it now. */
export interface Publication {
  readonly manifest: Manifest;
  readonly manifestCid: string;
  readonly codeCid: string;
  /** True when the pointer changed; false when this build was already the current one. */
  readonly isNew: boolean;
  /** The previous current build, if it differs. */
  readonly replaced?: string;
  /** npm packages that the code imports and that cannot be resolved from the registry. */
  readonly unresolvedImports: readonly string[];
}

/**
 * @param folder of a built plugin
 * @param registry a folder, created if missing, or an open registry
 * @throws PluginError as reading the build does; `pointer-invalid` when the plugin's pointer file was edited by hand;
 *   `store-busy` when others keep publishing
 */
export async function publishPlugin(folder: string, registry: string | Registry): Promise<Publication> {
  const built = await readBuiltPlugin(resolve(folder));
  const { manifest, manifestCid, code } = built;
  const opened = typeof registry === 'string' ? openFolderRegistry(registry) : registry;
  const place = opened.importFolder(manifest.plugin.name);
  const { before } = await opened.change(manifest.plugin.name, async (found) => {
    await keepBuild(opened.content, built);
    return found?.current === manifestCid ? found : pointTo(built, found);
  });
  return {
    manifest,
    manifestCid,
    codeCid: manifest.code.cid,
    isNew: before?.current !== manifestCid,
    ...(before && before.current !== manifestCid ? { replaced: before.current } : {}),
    unresolvedImports: findUnresolved(findImports(code), place),
  };
}

function pointTo(built: BuiltPlugin, before: RegistryPointer | undefined): RegistryPointer {
  const { manifest, manifestCid } = built;
  const { name, version } = manifest.plugin;
  const others = (before?.history ?? []).filter((build) => build.manifestCid !== manifestCid);
  const publishedAt = new Date().toISOString();
  const cids = { manifestCid, codeCid: manifest.code.cid, ...contentCidsOf(manifest) };
  const newest = { ...cids, version, publishedAt };
  return { name, current: manifestCid, history: [newest, ...others].slice(0, maxPublishedBuilds) };
}
