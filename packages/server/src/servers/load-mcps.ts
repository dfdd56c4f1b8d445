/**
 * Loads the `mcps` map of server names to configurations, and resolves its references by CID.
 *
 * A configuration that cannot be loaded is an error of its server alone; a map that cannot be read is an error.
 * Spec: docs/inside/facility-plan.md T1
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { PluginError } from '@sigil/core/building';
import { isCid } from '@sigil/plugin-host';
import type { CidReader } from './cid-reader.js';
import { findMentions, pluginOf, type Mentions } from './find-mentions.js';
import { McpsError } from './mcps-error.js';
import { parseJson } from '../configuration/parse-json.js';
import { emptyConfiguration, readServerConfiguration } from './read-server-configuration.js';
import type { ServerConfiguration } from './server-configuration.js';

/** A server of the source that cannot be configured. */
export interface RefusedServer {
  readonly problems: readonly string[];
  readonly mentions: Mentions;
}

/** Facts about the source besides the map. */
export interface SourceNotes {
  /** Servers of the source that are not in the map. */
  readonly refused?: ReadonlyMap<string, RefusedServer>;
  /** The configuration file of each server, for messages; by default the CID in the map. */
  readonly fileOf?: ReadonlyMap<string, string>;
  /** The name of the map, for servers that have neither. */
  readonly mapName?: string;
}

/** The loaded map. */
export interface Mcps {
  /** The names in the order of the map, refused servers last. */
  readonly names: readonly string[];
  /**
   * Resolves a server's configuration completely; a name that the map does not have gets the empty one.
   *
   * @throws McpsError naming the server, which is then refused
   */
  resolve(name: string): Promise<ServerConfiguration>;
  /** Returns the names in the configuration of a server that `resolve` refuses. */
  mentions(name: string): Promise<Mentions>;
}

/** Limits chains of `config_cid`, although content cannot name itself. */
const longestChain = 8;

/**
 * @param mcps the map itself, its JSON text, or the CID of the text
 * @throws McpsError when the map cannot be read: an empty one instead would open what it closes
 */
export async function loadMcps(
  mcps: string | JsonObject,
  contents: CidReader,
  { refused = new Map(), fileOf = new Map(), mapName }: SourceNotes = {},
): Promise<Mcps> {
  const { map, mistakes } = await readMap(mcps, contents);
  const entries = new Map(Object.entries(map));
  return {
    names: [...new Set([...entries.keys(), ...refused.keys()])],
    async resolve(name) {
      const wrong = refused.get(name)?.problems ?? mistakes.get(name);
      if (wrong) throw new McpsError(wrong);
      const entry = entries.get(name);
      if (entry === undefined) return emptyConfiguration(name);
      if (!isJsonObject(entry)) throw new McpsError([`server "${name}": expected an object with a "config_cid"`]);
      const configuration = readServerConfiguration(name, await follow(entry, { name, contents, depth: 1 }));
      await requireTransforms(configuration, contents);
      const file = fileOf.get(name) ?? entry['config_cid'] ?? mapName;
      return typeof file === 'string' ? { ...configuration, file } : configuration;
    },
    async mentions(name) {
      return refused.get(name)?.mentions ?? (await mentionsOf(name, entries.get(name) ?? {}, contents));
    },
  };
}

interface ReadMap {
  readonly map: JsonObject;
  /** The problems of each server's text, by server; the members they name cannot be trusted. */
  readonly mistakes: ReadonlyMap<string, readonly string[]>;
}

async function readMap(mcps: string | JsonObject, contents: CidReader): Promise<ReadMap> {
  if (typeof mcps !== 'string') return { map: mcps, mistakes: new Map() };
  const given = mcps.trim();
  if (given === '') return { map: {}, mistakes: new Map() };
  try {
    const { value, repeated } = parseJson(isCid(given) ? await contents.readText(given) : given);
    if (!isJsonObject(value)) throw new Error('expected a JSON object of server names, got other JSON');
    const mistakes = [...repeated].map(([name, { message }]) => [name, [`server "${name}": ${message}`]] as const);
    return { map: value, mistakes: new Map(mistakes) };
  } catch (cause) {
    throw new McpsError([`mcps: ${(cause as Error).message}`], { cause }); // a JsonMistake, or the store's error
  }
}

async function mentionsOf(name: string, entry: JsonValue, contents: CidReader): Promise<Mentions> {
  const read = async (cid: string): Promise<string | undefined> =>
    isCid(cid) ? contents.readText(cid).catch(() => undefined) : undefined; // absent content mentions nothing
  const texts = await findMentions(JSON.stringify(entry), read);
  if (!isJsonObject(entry)) return { texts, plugin: pluginOf({}, 'unread') };
  try {
    return { texts, plugin: pluginOf(await follow(entry, { name, contents, depth: 1 }), 'whole') };
  } catch (error) {
    // `resolve` reports the error.
    return { texts, plugin: pluginOf(entry, isMissingContent(error) ? 'missing' : 'unread') };
  }
}

function isMissingContent(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof PluginError && cause.code === 'content-missing';
}

/** The server whose `config_cid` is followed, and the depth of the chain. */
interface Following {
  readonly name: string;
  readonly contents: CidReader;
  readonly depth: number;
}

/** Follows an entry's `config_cid`. Members beside it override those of the content. */
async function follow(entry: JsonObject, at: Following): Promise<JsonObject> {
  const { name, contents, depth } = at;
  const { config_cid: cid, ...own } = entry;
  if (cid === undefined) return own;
  const fail = (why: string, cause?: unknown): McpsError =>
    new McpsError([`server "${name}": "config_cid" ${why}`], { cause });
  if (typeof cid !== 'string') throw fail('must be a CID');
  if (depth > longestChain) throw fail(`leads through more than ${longestChain} others`);
  const base = await contents.readJson(cid).catch((cause: unknown) => {
    throw fail(`cannot be resolved: ${(cause as Error).message}`, cause);
  });
  return { ...(await follow(base, { ...at, depth: depth + 1 })), ...own };
}

async function requireTransforms(configuration: ServerConfiguration, contents: CidReader): Promise<void> {
  const references = {
    tools_transform_cid: configuration.toolsTransformCid,
    resources_transform_cid: configuration.resourcesTransformCid,
    prompts_transform_cid: configuration.promptsTransformCid,
  };
  const problems: string[] = [];
  for (const [member, cid] of Object.entries(references)) {
    if (cid === undefined) continue;
    await contents.readText(cid).catch((cause: Error) => {
      problems.push(`server "${configuration.name}": "${member}" cannot be resolved: ${cause.message}`);
    });
  }
  if (problems.length > 0) throw new McpsError(problems);
}
