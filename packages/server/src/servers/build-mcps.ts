/**
 * Builds `mcps.json` from `mcps.source.json`: stores every referenced file as content, and replaces its path by the CID.
 * Equal files give equal bytes.
 *
 * A server with a mistake is refused separately; `mcps.json` is written only without mistakes. Spec: docs/operate/mounts.md
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { canonicalJson } from '@sigil/core/building';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { writeAtomically, type ContentStore } from '@sigil/plugin-host';
import { checkDeeply, collectServer, mentionsOf, type CollectedServer, type SourceEntry } from './collect-server.js';
import type { RefusedServer } from './load-mcps.js';
import { McpsError } from './mcps-error.js';
import { openMcpsFolder, type McpsFolder } from './mcps-folder.js';
import { parseJson, type ParsedJson } from '../configuration/parse-json.js';

/** The source of `mcps.json`, and the place to write it. */
export interface McpsBuild {
  readonly sourceFile: string;
  readonly store: ContentStore;
  /** When left out, the map is only returned and slow checks are skipped, so their mistakes show in use. */
  readonly outFile?: string | undefined;
  /** Runs the slow checks even if nothing is written. */
  readonly isThorough?: boolean;
}

/** The built map. */
export interface BuiltMcps {
  /** Canonical JSON. */
  readonly json: string;
  /** Everything that the map refers to, directly or not; garbage collection must keep it. */
  readonly cids: readonly string[];
  /** The absolute paths of all its source files, for watchers. */
  readonly files: readonly string[];
}

/** The map of the servers without a mistake, and the refused servers. */
export interface CollectedMcps extends BuiltMcps {
  readonly refused: ReadonlyMap<string, RefusedServer>;
  /** The configuration file of each accepted server, or the source itself. */
  readonly fileOf: ReadonlyMap<string, string>;
}

/** Building failed. `files` are the ones to watch for a correction. */
export class McpsBuildError extends McpsError {
  constructor(
    problems: readonly string[],
    readonly files: readonly string[],
  ) {
    super(problems);
  }
}

/** Stores and writes only if there is no mistake. @throws McpsBuildError with all mistakes */
export async function buildMcps(build: McpsBuild): Promise<BuiltMcps> {
  const { servers, ...collected } = await collectAll(build);
  const problems = servers.flatMap(({ collection }) => collection.problems);
  if (problems.length > 0) throw new McpsBuildError(problems, collected.files);
  return keep(build, servers, collected);
}

/**
 * Collects each server separately, stores the content of those without a mistake, and writes the map if there is no mistake at all.
 *
 * @throws McpsBuildError when the source cannot be read or is not a JSON object
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
  const ending = extname(sourceName);
  if (ending !== '.json')
    return fail(
      `servers are configured in JSON, not in a "${ending}" file; only sigil.config may be written in TypeScript`,
    );
  const { value, repeated, texts } = parsed(new TextDecoder().decode(bytes), fail);
  if (!isJsonObject(value)) return fail('expected a JSON object');
  const problem = findClientForm(value);
  if (problem !== undefined) return fail(problem);
  return Object.entries(value).map(([name, given]) => ({
    name,
    given,
    text: texts.get(name) ?? '',
    mistake: repeated.get(name),
  }));
}

/** Members of clients' configurations that hold all servers. */
const clientMembers = ['mcpServers', 'servers', 'context_servers'];

/** Returns the problem of a file in the form of a client's configuration, whose servers are inside of one member. */
function findClientForm(value: JsonObject): string | undefined {
  const name = clientMembers.find((one) => Object.hasOwn(value, one));
  const servers = name === undefined ? undefined : value[name];
  if (name === undefined || !isJsonObject(servers)) return undefined;
  const isClients = Object.values(servers).every((one) => isJsonObject(one) && ('command' in one || 'url' in one));
  const isEmpty = Object.keys(servers).length === 0;
  if (!isClients || (isEmpty && name !== 'mcpServers')) return undefined;
  return (
    `"${name}" holds the servers in configurations of clients; here each server is a member of the file itself, ` +
    'as in { "files": { "remote": { "command": "npx", "args": [] } } }'
  );
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
    await writeAtomically(resolve(outFile), json, dirname(resolve(outFile)));
  return { json, cids: [...contents.keys()], files };
}

/** Returns whether the file has this text already. A written file was sound, and equal CIDs mean equal content. */
async function isWrittenAlready(json: string, outFile: string): Promise<boolean> {
  return (await readFile(outFile, 'utf8').catch(() => undefined)) === json;
}
