/**
 * Builds `mcps.json` from `mcps.source.json`: every file that is referred to goes into the content store, and its CID stands in
 * the place of its path. Equal files, equal bytes.
 *
 * A server with a mistake is refused by itself; `mcps.json` is written only when there is none. Spec: docs/operate/mounts.md
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { canonicalJson } from '@sigil/core/building';
import { isJsonObject } from '@sigil/core';
import { writeWhole, type ContentStore } from '@sigil/plugin-host';
import { checkDeeply, collectServer, mentionsOf, type CollectedServer, type SourceEntry } from './collect-server.js';
import type { RefusedServer } from './load-mcps.js';
import { McpsError } from './mcps-error.js';
import { openMcpsFolder, type McpsFolder } from './mcps-folder.js';
import { parseJson, type ParsedJson } from './parse-json.js';

/** The input that `mcps.json` is built from, and its place. */
export interface McpsBuild {
  readonly sourceFile: string;
  readonly store: ContentStore;
  /** Left out, the map is only returned, and what takes long to check is not checked: its mistakes show in use. */
  readonly outFile?: string | undefined;
  /** Checks what takes long also where nothing is written. */
  readonly isThorough?: boolean;
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

/** The map of the servers without a mistake, and those with one. */
export interface CollectedMcps extends BuiltMcps {
  readonly refused: ReadonlyMap<string, RefusedServer>;
  /** The configuration file of each server without a mistake, or the source itself. */
  readonly fileOf: ReadonlyMap<string, string>;
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
export async function buildMcps(build: McpsBuild): Promise<BuiltMcps> {
  const { servers, ...collected } = await collectAll(build);
  const problems = servers.flatMap(({ collection }) => collection.problems);
  if (problems.length > 0) throw new McpsBuildError(problems, collected.files);
  return keep(build, servers, collected);
}

/**
 * Collects each server by itself, keeps what those without a mistake refer to, and writes the map when there is no mistake at all.
 *
 * @throws McpsBuildError when the source cannot be read or is no JSON object
 */
export async function collectMcps(build: McpsBuild): Promise<CollectedMcps> {
  const { servers, entries, ...collected } = await collectAll(build);
  const refused = new Map<string, RefusedServer>();
  for (const [index, server] of servers.entries()) {
    const { problems } = server.collection;
    if (problems.length === 0) continue;
    refused.set(server.name, { problems, mentions: await mentionsOf(entries[index]!, server) });
  }
  const sound = servers.filter(({ name }) => !refused.has(name));
  const fileOf = new Map(sound.map(({ name, at }) => [name, at]));
  if (refused.size === 0) return { ...(await keep(build, servers, collected)), refused, fileOf };
  return { ...(await keep({ store: build.store }, sound, collected)), json: jsonOf(sound), refused, fileOf };
}

interface CollectedAll {
  readonly servers: readonly CollectedServer[];
  readonly entries: readonly SourceEntry[];
  readonly json: string;
  readonly files: readonly string[];
}

async function collectAll({ sourceFile, outFile, isThorough = false }: McpsBuild): Promise<CollectedAll> {
  const folder = openMcpsFolder(sourceFile);
  const sourceName = basename(sourceFile);
  const entries = await readEntries(folder, sourceName);
  const servers: CollectedServer[] = [];
  for (const entry of entries) servers.push(await collectServer(entry, folder, sourceName));
  const json = jsonOf(servers);
  const isNew = outFile !== undefined && !(await isWrittenAlready(json, outFile));
  const isWrong = servers.some(({ collection }) => collection.problems.length > 0);
  if (isNew || isWrong || isThorough) for (const server of servers) await checkDeeply(server);
  return { servers, entries, json, files: [...folder.files] };
}

async function readEntries(folder: McpsFolder, sourceName: string): Promise<readonly SourceEntry[]> {
  const fail = (why: string): never => {
    throw new McpsBuildError([`${sourceName}: ${why}`], [...folder.files]);
  };
  const bytes = await folder.read(sourceName).catch((error: Error) => fail(`the path ${error.message}`));
  const { value, repeated, texts } = parsed(new TextDecoder().decode(bytes), fail);
  if (!isJsonObject(value)) return fail('expected a JSON object');
  return Object.entries(value).map(([name, given]) => ({
    name,
    given,
    text: texts.get(name) ?? '',
    mistake: repeated.get(name),
  }));
}

function parsed(text: string, fail: (why: string) => never): ParsedJson {
  try {
    return parseJson(text);
  } catch (error) {
    return fail((error as Error).message); // a JsonMistake
  }
}

function jsonOf(servers: readonly CollectedServer[]): string {
  return `${canonicalJson(Object.fromEntries(servers.map(({ name, json }) => [name, json])))}\n`;
}

async function keep(
  { store, outFile }: Pick<McpsBuild, 'store' | 'outFile'>,
  servers: readonly CollectedServer[],
  { json, files }: Pick<BuiltMcps, 'json' | 'files'>,
): Promise<BuiltMcps> {
  const contents = new Map(servers.flatMap(({ collection }) => [...collection.contents]));
  for (const bytes of contents.values()) await store.put(bytes);
  if (outFile !== undefined && !(await isWrittenAlready(json, outFile)))
    await writeWhole(resolve(outFile), json, dirname(resolve(outFile)));
  return { json, cids: [...contents.keys()], files };
}

/** Returns whether the file has this text already. A written file was sound, and its CIDs show that no content has changed. */
async function isWrittenAlready(json: string, outFile: string): Promise<boolean> {
  return (await readFile(outFile, 'utf8').catch(() => undefined)) === json;
}
