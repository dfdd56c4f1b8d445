/**
 * A configuration in files over small plugins, and the tools that it makes reachable, for tests of mistakes.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openMemoryStore } from '@sigil/plugin-host';
import { collectMcps } from './build-mcps.js';
import { openCidReader } from './cid-reader.js';
import { loadMcps } from './load-mcps.js';
import { McpsError } from './mcps-error.js';
import { openServers, type Servers, type ServersEnvironment } from './open-servers.js';
import { listedIn, pluginOf, toolOf } from './servers.test-support.js';

/** The files by path; a value that is not a string is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** The outcome of a configuration. */
export interface Outcome {
  /** The names of reachable tools, each of which only one plugin has. */
  readonly reachable: ReadonlySet<string>;
  /** The reasons for refusing a server, by name. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
  readonly reports: readonly string[];
  /** Set when nothing is served at all. */
  readonly error?: string;
}

/** Makes plugins that each have a tool that reads, and one that does not. */
export function pluginsOf(...names: readonly string[]): ServersEnvironment['plugins'] {
  const entries = names.map((name) => {
    const tools = [
      toolOf(`${name}_read`, 'read', { annotations: { readOnlyHint: true } }),
      toolOf(`${name}_write`, 'written'),
    ];
    return [name, { plugin: pluginOf({ tools }), isDiscovered: true }] as const;
  });
  return new Map(entries);
}

/** Opens the servers of `mcps.source.json` among the files, and closes them again. */
export async function outcomeOf(
  files: Files,
  plugins: ServersEnvironment['plugins'],
  more: Partial<ServersEnvironment> = {},
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-mistakes-'));
  const reports: string[] = [];
  try {
    await writeAll(folder, files);
    const contents = openCidReader(openMemoryStore());
    const { json, refused } = await collectMcps({
      sourceFile: join(folder, 'mcps.source.json'),
      store: contents.store,
      outFile: join(folder, 'state', 'mcps.json'),
    });
    const servers = await openServers(await loadMcps(json, contents, { refused }), {
      plugins,
      contents,
      profile: 'default',
      report: (problem) => void reports.push(problem),
      ...more,
    });
    servers.close();
    return { reachable: reachableIn(servers), refused: servers.refused, reports };
  } catch (error) {
    if (!(error instanceof McpsError)) throw error;
    return { reachable: new Set(), refused: new Map(), reports, error: error.message };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeAll(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

function reachableIn(servers: Servers): ReadonlySet<string> {
  return new Set([...servers.all.values()].flatMap(({ source }) => listedIn(source)));
}
