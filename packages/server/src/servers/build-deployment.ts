/**
 * Builds a deployment: `mcps.json` with a CID for every file and every plugin, and the content that it names.
 *
 * Equal sources and equal builds of plugins give equal bytes, on every machine. Spec: docs/operate/mounts.md#deploying
 */
import { join } from 'node:path';
import { canonicalJson } from '@sigil/core/building';
import { isJsonObject, type JsonObject } from '@sigil/core';
import {
  folderSource,
  keepBuild,
  openFileStore,
  registrySource,
  rememberMap,
  writeAtomically,
  type ContentStore,
  type BuildSource,
  type BuiltPlugin,
} from '@sigil/plugin-host';
import type { Configuration } from '../configuration/configuration.js';
import { findPlugins } from '../configuration/find-plugins.js';
import { openConfiguredRegistry } from '../hosts/open-configured-registry.js';
import { buildMcps } from './build-mcps.js';
import { openCidReader } from './cid-reader.js';
import { checkToolRules } from './check-tool-rules.js';
import { loadMcps } from './load-mcps.js';
import { McpsError } from './mcps-error.js';
import { needsPlugin } from './open-server-source.js';

/** A built deployment. */
export interface Deployment {
  readonly file: string;
  /** CID of `mcps.json`, which `--mcps` accepts where the content is. */
  readonly cid: string;
  readonly servers: readonly string[];
  readonly plugins: readonly string[];
}

type DeploymentSource = Pick<
  Configuration,
  'mcps' | 'pluginsFolder' | 'packageFile' | 'registry' | 'registryCredentials' | 'plugins'
>;

/** @throws McpsError with all problems; then only content was written */
export async function buildDeployment(source: DeploymentSource, outFolder: string): Promise<Deployment> {
  const store = openFileStore(join(outFolder, 'content'));
  const map = source.mcps === undefined ? {} : await collectMap(source.mcps, store);
  const { entries, plugins } = await pinPlugins(map, await findOrigins(source), store);
  const text = `${canonicalJson(Object.fromEntries(entries))}\n`;
  const cid = await store.put(Buffer.from(text));
  await rememberMap(outFolder, cid);
  const file = join(outFolder, 'mcps.json');
  await writeAtomically(file, text, outFolder);
  return { file, cid, servers: entries.map(([name]) => name), plugins };
}

async function collectMap(sourceFile: string, store: ContentStore): Promise<JsonObject> {
  const { json } = await buildMcps({ sourceFile, store, isThorough: true });
  const map: unknown = JSON.parse(json);
  return isJsonObject(map) ? map : {};
}

interface FoundBuildSource {
  readonly origin: BuildSource;
  readonly isDiscovered: boolean;
}

async function findOrigins(source: DeploymentSource): Promise<ReadonlyMap<string, FoundBuildSource>> {
  const { plugins: settings } = source;
  const registry = openConfiguredRegistry(source);
  const published = (await registry?.names()) ?? [];
  const inRegistry = published.map((name): [string, FoundBuildSource] => {
    return [name, { origin: registrySource(registry!, name), isDiscovered: true }];
  });
  const inFolder = (await findPlugins(source)).map(({ name, path, isDiscovered }): [string, FoundBuildSource] => {
    return [name, { origin: folderSource(path), isDiscovered }];
  });
  return new Map([...inRegistry, ...inFolder].filter(([name]) => settings.get(name)?.enabled !== false));
}

interface PinnedPlugins {
  readonly entries: readonly (readonly [string, JsonObject])[];
  readonly plugins: readonly string[];
}

/** Stores the build of each enabled server, and names it; a plugin that would be discovered gets an entry. */
async function pinPlugins(
  map: JsonObject,
  origins: ReadonlyMap<string, FoundBuildSource>,
  store: ContentStore,
): Promise<PinnedPlugins> {
  const kept = new Map<string, BuiltPlugin>();
  const problems: string[] = [];
  const pin = async (plugin: string, { origin }: FoundBuildSource): Promise<JsonObject> => {
    const built = kept.get(plugin) ?? (await keepPlugin(plugin, origin, store, problems));
    if (built === undefined) return {};
    kept.set(plugin, built);
    return { plugin_cid: built.manifestCid };
  };
  const entries: [string, JsonObject][] = [];
  const taken = new Set(Object.keys(map));
  const mcps = await loadMcps(map, openCidReader(store));
  for (const [name, entry] of Object.entries(map)) {
    const configuration = await mcps.resolve(name);
    const { plugin = name, pluginCid, enabled } = configuration;
    taken.add(plugin);
    const found = enabled && pluginCid === undefined ? origins.get(plugin) : undefined;
    const isMissing = enabled && pluginCid === undefined && !found && needsPlugin(configuration);
    if (isMissing) problems.push(`server "${name}": there is no plugin "${plugin}"`);
    entries.push([name, { ...(entry as JsonObject), ...(found ? await pin(plugin, found) : {}) }]); // `resolve` has read it
    const built = found && kept.get(plugin);
    if (built) problems.push(...checkToolRules(configuration, built.manifest));
  }
  for (const [name, found] of origins) {
    if (found.isDiscovered && !taken.has(name)) entries.push([name, await pin(name, found)]);
  }
  if (problems.length > 0) throw new McpsError(problems);
  return { entries, plugins: [...kept.keys()].sort() };
}

async function keepPlugin(
  name: string,
  origin: BuildSource,
  store: ContentStore,
  problems: string[],
): Promise<BuiltPlugin | undefined> {
  try {
    const built = await origin.read();
    await keepBuild(store, built);
    return built;
  } catch (error) {
    problems.push(`plugin "${name}": ${(error as Error).message}`); // a PluginError
    return undefined;
  }
}
