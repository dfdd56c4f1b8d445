/**
 * Loads the current configuration of servers: builds the map from its source, or reads a built one.
 *
 * A mistake never opens anything. At the start, a server with a mistake is refused, and an unreadable source ends the start.
 * While the server runs, the previous state stays in use.
 */
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { collectMcps, McpsBuildError, type CollectedMcps } from '../servers/build-mcps.js';
import type { CidReader } from '../servers/cid-reader.js';
import { loadMcps, type Mcps } from '../servers/load-mcps.js';
import { isBuiltMcps, readBuiltMcps } from '../servers/read-built-mcps.js';

/** The map, and the facts about its source. */
export interface LoadedServers {
  readonly mcps: Mcps;
  /** True if the map was built before: then it is served unchanged, and no plugins are discovered. */
  readonly isBuilt: boolean;
  /** Files whose change may change the map. */
  readonly files: readonly string[];
  /** The CIDs that the map refers to, which garbage collection must keep. */
  readonly cids: readonly string[];
  /** The mistakes for which the previous state stays in use, by server name; `undefined` for the whole source. */
  readonly problems: ReadonlyMap<string | undefined, readonly string[]>;
}

/** Loads the map repeatedly, and remembers the last sound state. */
export interface ServerLoader {
  /** @throws ConfigurationError when the first load cannot read the source, and whenever the state folder cannot be written */
  load(): Promise<LoadedServers>;
}

/** @param report called with each mistake for which the previous state stays in use */
export function openServerLoader(
  { mcps: sourceFile, stateFolder, upstreams }: Pick<Configuration, 'mcps' | 'stateFolder' | 'upstreams'>,
  contents: CidReader,
  report: (problem: string) => void,
): ServerLoader {
  const outFile = stateFolder === undefined ? undefined : join(stateFolder, 'mcps.json');
  let before: Remembered | undefined;
  let isBuilt = false;

  async function collect(file: string): Promise<CollectedMcps> {
    try {
      isBuilt = await isBuiltMcps(file);
      if (isBuilt) return await readBuiltMcps(file, contents);
      return await collectMcps({ sourceFile: file, store: contents.store, outFile });
    } catch (error) {
      throw error instanceof McpsBuildError ? error : unwritable(stateFolder, error);
    }
  }

  return {
    async load() {
      if (sourceFile === undefined) {
        const mcps = await loadMcps(upstreams.servers, contents, { mapName: environmentName });
        return { mcps, isBuilt, files: [], cids: [], problems: new Map() };
      }
      try {
        const collected = await collect(sourceFile);
        before = remember(collected, before);
      } catch (error) {
        if (!(error instanceof McpsBuildError) || !before) throw error;
        before = { ...before, files: error.files, problems: new Map([[undefined, error.problems]]) };
      }
      for (const [server, problems] of before.problems) reportEach(problems, server, report);
      const { map, refused, fileOf, files, cids, problems } = before;
      const ofEnvironment = Object.keys(upstreams.servers).filter((name) => !Object.hasOwn(map, name));
      const notes = {
        refused,
        fileOf: new Map([...fileOf, ...ofEnvironment.map((name) => [name, environmentName] as const)]),
        mapName: isBuilt ? 'mcps.json' : 'mcps.source.json',
      };
      const mcps = await loadMcps({ ...upstreams.servers, ...map }, contents, notes);
      return { mcps, isBuilt, files, cids, problems };
    },
  };
}

/** The name of the configuration in messages, for a server that is configured by variables. */
const environmentName = 'environment';

interface Remembered
  extends Pick<CollectedMcps, 'refused' | 'fileOf' | 'files' | 'cids'>, Pick<LoadedServers, 'problems'> {
  readonly map: JsonObject;
}

/** Merges the collected map with the last sound entries of servers that are now refused. */
function remember({ json, refused, fileOf, files, cids }: CollectedMcps, before: Remembered | undefined): Remembered {
  const known = before?.map ?? {};
  const kept = [...refused].filter(([name]) => Object.hasOwn(known, name));
  const collected: unknown = JSON.parse(json);
  return {
    map: {
      ...(isJsonObject(collected) ? collected : {}),
      ...Object.fromEntries(kept.map(([name]) => [name, known[name]!])),
    },
    refused: new Map([...refused].filter(([name]) => !Object.hasOwn(known, name))),
    fileOf: new Map([...(before?.fileOf ?? []), ...fileOf]),
    files,
    cids: kept.length > 0 ? [...new Set([...cids, ...(before?.cids ?? [])])] : cids,
    problems: new Map(kept.map(([name, { problems }]) => [name, problems])),
  };
}

function reportEach(problems: readonly string[], server: string | undefined, report: (problem: string) => void): void {
  const holds = server === undefined ? 'the configuration' : `the configuration of server "${server}"`;
  for (const problem of problems) report(`${problem}; ${holds} from before holds`);
}

function unwritable(stateFolder: string | undefined, cause: unknown): ConfigurationError {
  const why = cause instanceof Error ? cause.message : 'it failed';
  return new ConfigurationError(
    `--state or MCP_STATE: cannot keep the servers' configuration in "${stateFolder}": ${why}`,
    {
      cause,
    },
  );
}
