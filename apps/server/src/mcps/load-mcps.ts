/**
 * Loads the `mcps` map of server names to configurations, and resolves what it refers to by CID.
 *
 * One server whose configuration cannot be had is an error of that server alone.
 * Spec: docs/facility-plan.md T1
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { isCid } from '@sigil/plugin-host';
import type { CidReader } from './cid-reader.js';
import { McpsError } from './mcps-error.js';
import { emptyConfiguration, readServerConfiguration } from './read-server-configuration.js';
import type { ServerConfiguration } from './server-configuration.js';

/** The map, loaded. */
export interface Mcps {
  /** In the order of the map. */
  readonly names: readonly string[];
  /**
   * A server's configuration with everything resolved; of a name that the map does not have, the empty one.
   *
   * @throws McpsError naming the server: then it is not available
   */
  resolve(name: string): Promise<ServerConfiguration>;
}

/** Chains of `config_cid` end somewhere: content cannot name itself. */
const longestChain = 8;

/**
 * @param mcps the map itself, its JSON text, or the CID of that
 * @param warn told why the map is empty when it could not be read
 */
export async function loadMcps(
  mcps: string | JsonObject,
  contents: CidReader,
  warn: (message: string) => void,
): Promise<Mcps> {
  const entries = new Map(Object.entries(await readMap(mcps, contents, warn)));
  return {
    names: [...entries.keys()],
    async resolve(name) {
      const entry = entries.get(name);
      if (entry === undefined) return emptyConfiguration(name);
      if (!isJsonObject(entry)) throw new McpsError([`server "${name}": expected an object with a "config_cid"`]);
      const configuration = readServerConfiguration(name, await follow(entry, { name, contents, depth: 1 }));
      await requireTransforms(configuration, contents);
      return configuration;
    },
  };
}

async function readMap(
  mcps: string | JsonObject,
  contents: CidReader,
  warn: (message: string) => void,
): Promise<JsonObject> {
  if (typeof mcps !== 'string') return mcps;
  const text = mcps.trim();
  if (text === '') return {};
  try {
    if (isCid(text)) return await contents.readJson(text);
    const map: unknown = JSON.parse(text);
    if (isJsonObject(map)) return map;
    warn('mcps: expected a JSON object of server names, got other JSON; no server is configured');
  } catch (error) {
    warn(`mcps: ${(error as Error).message}; no server is configured`); // JSON.parse and stores throw Errors
  }
  return {};
}

/** Of which server a `config_cid` is followed, and through how many others it was so far. */
interface Following {
  readonly name: string;
  readonly contents: CidReader;
  readonly depth: number;
}

/** What stands beside a `config_cid` wins over what it refers to. */
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
