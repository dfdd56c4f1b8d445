/**
 * Collects one server of `mcps.source.json`: its entry with CIDs for paths, the contents to store, and all problems.
 *
 * Knows nothing of other servers, so the problems of one do not affect others.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { compileCheck } from './check-json.js';
import { collectReferences, type Collection } from './collect-references.js';
import { findMentions, pluginOf, textsOf, type Mentions, type Reading } from './find-mentions.js';
import type { McpsFolder } from './mcps-folder.js';
import { McpsError } from './mcps-error.js';
import { readServerConfiguration } from './read-server-configuration.js';
import { checkTransform } from './run-transform.js';

/** A collected server. */
export interface CollectedServer {
  readonly name: string;
  /** The entry with CIDs instead of paths. */
  readonly json: JsonObject;
  /** The configuration in `json` with its references followed. */
  readonly merged: JsonObject;
  /** How many of the server's configuration files could be read. */
  readonly reading: Reading;
  readonly collection: Collection;
  /** The file to look at first, for messages. */
  readonly at: string;
}

/** An entry of the source. */
export interface SourceEntry {
  readonly name: string;
  readonly given: JsonValue;
  /** The text in the source. */
  readonly text: string;
  /** The reason why the text of the entry cannot be trusted. */
  readonly mistake: Error | undefined;
}

/** @param sourceName name of the file, for messages */
export async function collectServer(
  { name, given, mistake }: SourceEntry,
  folder: McpsFolder,
  sourceName: string,
): Promise<CollectedServer> {
  const collection: Collection = { folder, contents: new Map(), modules: new Map(), problems: [] };
  const { problems } = collection;
  if (mistake) problems.push(`${sourceName}: ${mistake.message}`);
  if (!isJsonObject(given)) {
    problems.push(`${sourceName}: ${name}: expected an object with a "config_cid"`);
    return { name, json: {}, merged: {}, reading: 'unread', collection, at: sourceName };
  }
  const { json, merged, reading } = await collectReferences(given, `${sourceName}: ${name}`, [], collection);
  const config = given['config_cid'];
  const at = typeof config === 'string' ? config : sourceName;
  problems.push(...problemsOf(name, merged).map((problem) => `${at}: ${problem}`));
  return { name, json, merged, reading, collection, at };
}

/** Runs the slow checks: loads transforms and compiles schemas. */
export async function checkDeeply({ name, merged, collection, at }: CollectedServer): Promise<void> {
  const { contents, modules, problems } = collection;
  for (const [cid, path] of modules) {
    const source = new TextDecoder().decode(contents.get(cid));
    await checkOnce(cid, source).catch((error: Error) => problems.push(`${path}: ${error.message}`));
  }
  for (const { where, schema } of schemasOf(merged)) {
    await compileCheck(schema).catch((error: Error) =>
      problems.push(`${at}: server "${name}": ${where}: ${error.message}`),
    );
  }
}

/** Returns the names that a refused server still mentions. */
export async function mentionsOf(
  { text }: SourceEntry,
  { merged, reading, collection }: CollectedServer,
): Promise<Mentions> {
  const read = async (path: string): Promise<string | undefined> => {
    const bytes = await collection.folder.read(path).catch(() => undefined); // an unreadable file mentions nothing
    return bytes && new TextDecoder().decode(bytes);
  };
  const texts = await findMentions(text, read);
  const plugin = pluginOf(merged, reading);
  if (reading !== 'missing') return { texts, plugin };
  const others = await collection.folder.configurations();
  return { texts, beside: new Set(others.flatMap(textsOf)), plugin };
}

function problemsOf(name: string, merged: JsonObject): readonly string[] {
  try {
    readServerConfiguration(name, merged);
    return [];
  } catch (error) {
    if (error instanceof McpsError) return error.problems;
    throw error;
  }
}

/** CIDs of modules that loaded; the content of a CID never changes, so they need no other check. */
const sound = new Set<string>();

async function checkOnce(cid: string, source: string): Promise<void> {
  if (sound.has(cid)) return;
  await checkTransform(source);
  sound.add(cid);
}

function schemasOf({ tools }: JsonObject): { readonly where: string; readonly schema: JsonObject }[] {
  return Object.entries(isJsonObject(tools) ? tools : {}).flatMap(([tool, entry]) =>
    ['inputSchema', 'outputSchema'].flatMap((member) => {
      const schema = isJsonObject(entry) ? entry[member] : undefined;
      return isJsonObject(schema) ? [{ where: `tools.${tool}.${member}`, schema }] : [];
    }),
  );
}
