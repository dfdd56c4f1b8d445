/**
 * Loads the configuration of servers as it is now: builds the map from its source, or reads one that was built.
 *
 * A mistake never opens anything: at the start a server with one is refused, and a source that cannot be read ends the start.
 * While the server runs, what was read before holds.
 */
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { collectMcps, McpsBuildError, type CollectedMcps } from '../servers/build-mcps.js';
import type { CidReader } from '../servers/cid-reader.js';
import { loadMcps, type Mcps } from '../servers/load-mcps.js';
import { isBuiltMcps, readBuiltMcps } from '../servers/read-built-mcps.js';

/** The map, and what it was made of. */
export interface LoadedServers {
  readonly mcps: Mcps;
  /** Tells whether the map was built before: then it is served as it is, and nothing is discovered beside it. */
  readonly isBuilt: boolean;
  /** Files whose change makes it another map. */
  readonly files: readonly string[];
  /** The CIDs that the map refers to: garbage collection must not remove their content. */
  readonly cids: readonly string[];
  /** The mistakes of the source where an earlier state holds, by the server's name; `undefined` for the whole source. */
  readonly problems: ReadonlyMap<string | undefined, readonly string[]>;
}

/** Loads again and again, and remembers what was sound. */
export interface ServerLoader {
  /**
   * @throws ConfigurationError at the first time when the source cannot be read; ever when what was read cannot be kept in the
   *   state folder
   */
  load(): Promise<LoadedServers>;
}

/** @param report told of mistakes for which something from before holds, in words */
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
        return { mcps: await loadMcps(upstreams.servers, contents), isBuilt, files: [], cids: [], problems: new Map() };
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
      const all = { ...upstreams.servers, ...map };
      return { mcps: await loadMcps(all, contents, { refused, fileOf }), isBuilt, files, cids, problems };
    },
  };
}

interface Remembered
  extends Pick<CollectedMcps, 'refused' | 'fileOf' | 'files' | 'cids'>, Pick<LoadedServers, 'problems'> {
  readonly map: JsonObject;
}

/** The map as it was collected, with what was sound before in the place of what is not any more. */
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
