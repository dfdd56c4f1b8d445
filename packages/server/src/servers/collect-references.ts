/**
 * Follows the references of a configuration from file to file, and replaces each by the CID of its file.
 *
 * Writes nothing: it collects the contents to store, and all problems.
 */
import { canonicalJson, cidOf } from '@sigil/core/building';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Reading } from './find-mentions.js';
import { MissingFileError, type McpsFolder } from './mcps-folder.js';
import { parseJson } from '../configuration/parse-json.js';

/** The contents, modules and problems that were found. */
export interface Collection {
  readonly folder: McpsFolder;
  /** The contents to store, by CID. */
  readonly contents: Map<string, Uint8Array>;
  /** The modules among the contents, by the first path that names them. */
  readonly modules: Map<string, string>;
  /** The problems; each names file and member. */
  readonly problems: string[];
}

/** A configuration with CIDs, and the same with its references followed. */
export interface Collected {
  readonly json: JsonObject;
  readonly merged: JsonObject;
  /** How many of the included configuration files could be read. */
  readonly reading: Reading;
}

const transformMembers: ReadonlySet<string> = new Set([
  'tools_transform_cid',
  'resources_transform_cid',
  'prompts_transform_cid',
]);

/**
 * @param file the file that holds the object, for messages
 * @param way the configuration files that include this one, outermost first
 */
export async function collectReferences(
  given: JsonObject,
  file: string,
  way: readonly string[],
  collection: Collection,
): Promise<Collected> {
  const members: [string, JsonValue][] = [];
  let base: JsonObject = {};
  let reading: Reading = 'whole';
  for (const [member, value] of Object.entries(given)) {
    if (member === 'config_cid') {
      const config = await collectConfig(value, file, way, collection);
      members.push([member, config.cid]);
      base = config.merged;
      reading = config.reading;
    } else if (transformMembers.has(member))
      members.push([member, await collectModule(value, `${file}: "${member}"`, collection)]);
    else if (member === 'resources') members.push([member, await collectResources(value, file, collection)]);
    else members.push([member, value]);
  }
  const json = Object.fromEntries(members);
  const { config_cid: _, ...own } = json;
  return { json, merged: { ...base, ...own }, reading };
}

interface CollectedConfig extends Pick<Collected, 'merged' | 'reading'> {
  readonly cid: string;
}

const nothing = { cid: '', merged: {} };

async function collectConfig(
  path: JsonValue,
  file: string,
  way: readonly string[],
  collection: Collection,
): Promise<CollectedConfig> {
  const where = `${file}: "config_cid"`;
  if (typeof path === 'string' && way.includes(path)) {
    collection.problems.push(`${where} leads in a circle: ${[...way, path].join(' -> ')}`);
    return { ...nothing, reading: 'unread' };
  }
  const bytes = await readReference(path, where, collection);
  if (bytes === 'missing') return { ...nothing, reading: 'missing' };
  const given = bytes && parseObject(bytes, String(path), collection);
  if (!given) return { ...nothing, reading: 'unread' };
  const { json, ...read } = await collectReferences(given, String(path), [...way, String(path)], collection);
  return { cid: await keep(Buffer.from(canonicalJson(json)), collection), ...read };
}

async function collectModule(path: JsonValue, where: string, collection: Collection): Promise<JsonValue> {
  if (typeof path === 'string' && !/\.m?js$/.test(path)) {
    collection.problems.push(`${where}: "${path}" must be an ECMAScript module, a file that ends in .mjs or .js`);
    return path;
  }
  const bytes = await readReference(path, where, collection);
  if (!bytes || bytes === 'missing') return path;
  const cid = await keep(bytes, collection);
  if (!collection.modules.has(cid)) collection.modules.set(cid, String(path));
  return cid;
}

async function collectResources(resources: JsonValue, file: string, collection: Collection): Promise<JsonValue> {
  if (!isJsonObject(resources)) return resources;
  const entries: [string, JsonValue][] = [];
  for (const [name, entry] of Object.entries(resources)) {
    const path = isJsonObject(entry) ? entry['content_cid'] : undefined;
    if (path === undefined) {
      entries.push([name, entry]);
      continue;
    }
    const bytes = await readReference(path, `${file}: resources.${name}: "content_cid"`, collection);
    const isRead = bytes !== undefined && bytes !== 'missing';
    entries.push([
      name,
      { ...(entry as JsonObject), ...(isRead ? { content_cid: await keep(bytes, collection) } : {}) },
    ]); // checked above
  }
  return Object.fromEntries(entries);
}

/** Reads a file, and records a problem if that fails. */
async function readReference(
  path: JsonValue,
  where: string,
  { folder, problems }: Collection,
): Promise<Uint8Array | 'missing' | undefined> {
  if (typeof path !== 'string') {
    problems.push(`${where} must be the path of a file`);
    return undefined;
  }
  try {
    return await folder.read(path);
  } catch (error) {
    problems.push(`${where}: "${path.slice(0, 256)}" ${(error as Error).message}`); // as the interface demands
    return error instanceof MissingFileError ? 'missing' : undefined;
  }
}

/** Parses a file, and records a problem if it is not a JSON object. */
function parseObject(
  bytes: Uint8Array,
  file: string,
  { problems }: Pick<Collection, 'problems'>,
): JsonObject | undefined {
  try {
    const { value, repeated } = parseJson(new TextDecoder().decode(bytes));
    for (const { message } of repeated.values()) problems.push(`${file}: ${message}`);
    if (isJsonObject(value)) return value;
    problems.push(`${file}: expected a JSON object`);
  } catch (error) {
    problems.push(`${file}: ${(error as Error).message}`); // a JsonMistake
  }
  return undefined;
}

async function keep(bytes: Uint8Array, { contents }: Collection): Promise<string> {
  const cid = await cidOf(bytes);
  contents.set(cid, bytes);
  return cid;
}
