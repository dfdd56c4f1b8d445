/**
 * Builds `mcps.json` from `mcps.source.json`: every file that is referred to goes into the content store, and its CID stands in
 * the place of its path. Equal files, equal bytes.
 *
 * Nothing is written when anything is wrong. Spec: docs/mounts.md
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { ContentStore } from '@sigil/plugin-host';
import { canonicalJson } from './canonical-json.js';
import { checkOf } from './check-json.js';
import { collectReferences, parseObject, type Collection } from './collect-references.js';
import { McpsError } from './mcps-error.js';
import { openMcpsFolder } from './mcps-folder.js';
import { readServerConfiguration } from './read-server-configuration.js';
import { checkTransform } from './run-transform.js';

/** What `mcps.json` is built from, and where it goes. */
export interface McpsBuild {
  readonly sourceFile: string;
  readonly store: ContentStore;
  /** Left out, the map is only returned, and what takes long to check is not checked: its mistakes show in use. */
  readonly outFile?: string | undefined;
}

/** The map as it was built. */
export interface BuiltMcps {
  /** Canonical. */
  readonly json: string;
  /** Everything that the map refers to, directly or not: garbage collection must not remove it. */
  readonly cids: readonly string[];
  /** Every file that it was built from, absolute, for who watches them. */
  readonly files: readonly string[];
}

/** Building failed. `files` are those to watch for a correction. */
export class McpsBuildError extends McpsError {
  constructor(
    problems: readonly string[],
    readonly files: readonly string[],
  ) {
    super(problems);
  }
}

/** Puts into the store and writes, both only when nothing is wrong. @throws McpsBuildError with all that is wrong */
export async function buildMcps({ sourceFile, store, outFile }: McpsBuild): Promise<BuiltMcps> {
  const folder = openMcpsFolder(sourceFile);
  const collection: Collection = { folder, contents: new Map(), modules: new Map(), problems: [] };
  const schemas: NamedSchema[] = [];
  const map = await collectServers(basename(sourceFile), collection, schemas);
  const json = `${canonicalJson(map)}\n`;
  const isNew = outFile !== undefined && !(await isWrittenAlready(json, outFile));
  if (isNew || collection.problems.length > 0) await checkDeeply(collection, schemas);
  const files = [...folder.files];
  if (collection.problems.length > 0) throw new McpsBuildError(collection.problems, files);
  for (const bytes of collection.contents.values()) await store.put(bytes);
  if (isNew) await writeAtOnce(resolve(outFile), json);
  return { json, cids: [...collection.contents.keys()], files };
}

/** A schema that a tool's entry gives, to be compiled once all else is read. */
interface NamedSchema {
  readonly where: string;
  readonly schema: JsonObject;
}

async function collectServers(sourceName: string, collection: Collection, schemas: NamedSchema[]): Promise<JsonObject> {
  const { problems } = collection;
  const bytes = await collection.folder.read(sourceName).catch((error: Error) => {
    problems.push(`${sourceName}: ${error.message}`);
  });
  const servers: [string, JsonValue][] = [];
  for (const [name, entry] of Object.entries((bytes && parseObject(bytes, sourceName, collection)) ?? {})) {
    const file = `${sourceName}: ${name}`;
    if (!isJsonObject(entry)) {
      problems.push(`${file}: expected an object with a "config_cid"`);
      continue;
    }
    const { json, merged } = await collectReferences(entry, { file, way: [] }, collection);
    const config = entry['config_cid'];
    const at = typeof config === 'string' ? config : sourceName;
    problems.push(...problemsOf(name, merged).map((problem) => `${at}: ${problem}`));
    schemas.push(...schemasOf(merged, `${at}: server "${name}"`));
    servers.push([name, json]);
  }
  return Object.fromEntries(servers);
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

function schemasOf({ tools }: JsonObject, where: string): NamedSchema[] {
  return Object.entries(isJsonObject(tools) ? tools : {}).flatMap(([tool, entry]) =>
    ['inputSchema', 'outputSchema'].flatMap((member) => {
      const schema = isJsonObject(entry) ? entry[member] : undefined;
      return isJsonObject(schema) ? [{ where: `${where}: tools.${tool}.${member}`, schema }] : [];
    }),
  );
}

/** What was written was sound; the CIDs in it say that nothing behind it has changed. */
async function isWrittenAlready(json: string, outFile: string): Promise<boolean> {
  return (await readFile(outFile, 'utf8').catch(() => undefined)) === json;
}

/** What costs time: transforms are loaded, schemas compiled. */
async function checkDeeply(
  { contents, modules, problems }: Collection,
  schemas: readonly NamedSchema[],
): Promise<void> {
  for (const [cid, path] of modules) {
    const source = new TextDecoder().decode(contents.get(cid));
    await checkTransform(source).catch((error: Error) => problems.push(`${path}: ${error.message}`));
  }
  for (const { where, schema } of schemas) {
    await checkOf(schema).catch((error: Error) => problems.push(`${where}: ${error.message}`));
  }
}

/** The file is there whole, or as it was. */
async function writeAtOnce(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
