/**
 * Loads the configuration of servers as it is now: builds the map from its source, and reads it.
 *
 * While the source has mistakes, what was built before holds.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { buildMcps, McpsBuildError } from '../mcps/build-mcps.js';
import type { CidReader } from '../mcps/cid-reader.js';
import { loadMcps, type Mcps } from '../mcps/load-mcps.js';

/** The map, and what it was made of. */
export interface LoadedServers {
  readonly mcps: Mcps;
  /** Files whose change makes it another map. */
  readonly files: readonly string[];
  /** What it refers to: garbage collection must not remove it. */
  readonly cids: readonly string[];
}

/**
 * Never rejects for mistakes in the source.
 *
 * @param report told of each, in words
 * @throws ConfigurationError when what was read cannot be kept in the state folder
 */
export async function loadServers(
  { mcps: sourceFile, stateFolder }: Pick<Configuration, 'mcps' | 'stateFolder'>,
  contents: CidReader,
  report: (problem: string) => void,
): Promise<LoadedServers> {
  if (sourceFile === undefined) return { mcps: await loadMcps({}, contents, report), files: [], cids: [] };
  const outFile = stateFolder === undefined ? undefined : join(stateFolder, 'mcps.json');
  try {
    const { json, cids, files } = await buildMcps({ sourceFile, store: contents.store, outFile });
    return { mcps: await loadMcps(json, contents, report), files, cids };
  } catch (error) {
    if (!(error instanceof McpsBuildError)) throw unwritable(stateFolder, error);
    for (const problem of error.problems) report(problem);
    const before = await readBefore(outFile);
    return { mcps: await loadMcps(before, contents, report), files: error.files, cids: [] };
  }
}

function unwritable(stateFolder: string | undefined, cause: unknown): ConfigurationError {
  const why = cause instanceof Error ? cause.message : 'it failed';
  return new ConfigurationError(`MCP_STATE: cannot keep the servers' configuration in "${stateFolder}": ${why}`, {
    cause,
  });
}

async function readBefore(outFile: string | undefined): Promise<string> {
  if (outFile === undefined) return '';
  return readFile(outFile, 'utf8').catch(() => '');
}
