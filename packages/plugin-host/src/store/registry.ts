/**
 * A registry in a folder, with a pointer file for each plugin and the content that the pointers name.
 *
 * `plugins/<name>.json` names the current build; `content/` has the manifests and the code of all builds.
 * Spec: docs/operate/publishing.md
 */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonValue } from '@sigil/core';
import { PluginError } from '@sigil/core/building';
import { isMissing, readPlainFile } from '@sigil/files';
import type { ContentCids } from '../builds/build-content.js';
import { isCid } from './cid.js';
import type { ContentStore } from './content-store.js';
import { openContent, unfinishedIn } from './file-store.js';
import { isFileName } from './is-file-name.js';
import { writeAtomically } from './atomic-write.js';

/** One published build. */
export interface PublishedBuild extends ContentCids {
  readonly manifestCid: string;
  readonly codeCid: string;
  readonly version: string;
  /** Time of publication, in ISO 8601 and UTC. */
  readonly publishedAt: string;
}

/** The pointer of a registry for one plugin. */
export interface RegistryPointer {
  readonly name: string;
  /** The CID of the manifest that is to serve. */
  readonly current: string;
  /** Newest first; a build that was published again appears only at the front. */
  readonly history: readonly PublishedBuild[];
}

/** A plugin in a registry, or the problem of its pointer file. */
export type RegistryEntry =
  { readonly name: string; readonly pointer: RegistryPointer } | { readonly name: string; readonly error: PluginError };

/** Number of builds of one plugin that a pointer remembers; older ones can be collected. */
export const maxPublishedBuilds = 50;

const extension = '.json';

/** Opens the content of a registry. */
export function registryStore(registry: string): ContentStore {
  return openContent(registry);
}

/** Returns the path of a plugin's pointer file. @throws PluginError `pointer-invalid` for a name that no plugin can have */
export function pointerPath(registry: string, name: string): string {
  if (!isFileName(name)) {
    throw new PluginError('pointer-invalid', `expected a plugin's name, got ${JSON.stringify(name.slice(0, 128))}`);
  }
  return join(resolve(registry), 'plugins', `${name}${extension}`);
}

/**
 * Returns the folder from which a published plugin's own imports are resolved, upwards: `plugins/<name>`, `plugins`, the registry,
 * and the folders above. It need not exist.
 */
export function importFolder(registry: string, name: string): string {
  return pointerPath(registry, name).slice(0, -extension.length);
}

/** @throws PluginError `pointer-missing` or `pointer-invalid` */
export async function readPointer(registry: string, name: string): Promise<RegistryPointer> {
  const pointer = await findPointer(registry, name);
  if (!pointer) throw new PluginError('pointer-missing', `no plugin "${name}" is published in ${resolve(registry)}`);
  return pointer;
}

/** @throws PluginError `pointer-invalid` */
export async function findPointer(registry: string, name: string): Promise<RegistryPointer | undefined> {
  const path = pointerPath(registry, name);
  const bytes = await readPlainFile(path).catch((cause: unknown) => {
    throw new PluginError('pointer-invalid', `${path} cannot be read`, { cause });
  });
  if (!bytes) return undefined;
  return readPointerText(bytes.toString('utf8'), name, path);
}

/** @param where the place, for messages @throws PluginError `pointer-invalid` */
export function readPointerText(text: string, name: string, where: string): RegistryPointer {
  return (
    asPointer(parse(text), name) ??
    fail(`${where} is not a pointer to builds of "${name}"; publish the plugin again where it was removed`)
  );
}

/** Writes the text that `readPointerText` reads. */
export function writePointerText(pointer: RegistryPointer): string {
  return `${JSON.stringify(pointer, undefined, 2)}\n`;
}

/** Writes a pointer. The caller holds the registry's lock. */
export async function writePointer(registry: string, pointer: RegistryPointer): Promise<void> {
  await writeAtomically(pointerPath(registry, pointer.name), writePointerText(pointer), unfinishedIn(registry));
}

/** Lists the plugins of a registry, sorted by name; none for a folder that is not a registry yet. */
export async function listRegistry(registry: string): Promise<readonly RegistryEntry[]> {
  return Promise.all((await listPublished(registry)).map((name) => readEntry(registry, name)));
}

/** Lists only the names. */
export async function listPublished(registry: string): Promise<readonly string[]> {
  const files = await filesIn(join(registry, 'plugins'));
  const names = files.filter((file) => file.endsWith(extension)).map((file) => file.slice(0, -extension.length));
  return names.filter(isFileName).sort();
}

async function readEntry(registry: string, name: string): Promise<RegistryEntry> {
  try {
    return { name, pointer: await readPointer(registry, name) };
  } catch (error) {
    if (error instanceof PluginError) return { name, error };
    throw error;
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function asPointer(raw: unknown, name: string): RegistryPointer | undefined {
  if (!isJsonObject(raw) || raw['name'] !== name) return undefined;
  const { current, history } = raw;
  if (typeof current !== 'string' || !isCid(current) || !Array.isArray(history)) return undefined;
  const builds = history.map(asBuild).filter((build) => build !== undefined);
  return builds.length === history.length ? { name, current, history: builds } : undefined;
}

function asBuild(raw: JsonValue): PublishedBuild | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { manifestCid, codeCid, version, publishedAt } = raw;
  if (typeof manifestCid !== 'string' || typeof codeCid !== 'string') return undefined;
  if (typeof version !== 'string' || typeof publishedAt !== 'string') return undefined;
  if (!isCid(manifestCid) || !isCid(codeCid)) return undefined;
  const content = ['skillsCid', 'viewsCid'].flatMap((name) => (raw[name] === undefined ? [] : [[name, raw[name]]]));
  if (!content.every(([, cid]) => typeof cid === 'string' && isCid(cid))) return undefined;
  return { manifestCid, codeCid, version, publishedAt, ...Object.fromEntries(content) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is refused as an invalid pointer.
    return undefined;
  }
}

function fail(message: string): never {
  throw new PluginError('pointer-invalid', message);
}
