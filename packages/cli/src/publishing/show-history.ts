/**
 * Shows which builds have served under a server's name, which one is pinned, and which ones run.
 */
import { readLeases, type FoundLease, type ServedBuild, type ServerHistory } from '@sigil/plugin-host';
import { countNoun } from '../terminal/count-noun.js';
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { requireHistory } from './require-history.js';
import { shortCid } from './short-cid.js';

/** The server, and its state folder. */
export interface HistoryRequest {
  readonly server: string;
  /** An absolute path. */
  readonly stateFolder: string;
  readonly format: 'text' | 'json';
}

/** A build with its current state. */
interface ShownBuild extends ServedBuild {
  readonly isPinned: boolean;
  /** The number of processes that run the build. */
  readonly processes: number;
}

/** @throws CommandError when there is no history of the server */
export async function showHistory({ server, stateFolder, format }: HistoryRequest, { out }: Terminal): Promise<void> {
  const history = await requireHistory(stateFolder, server);
  const leases = await readLeases(stateFolder);
  const builds = showBuilds(await history.read(server), leases);
  out.line(format === 'json' ? JSON.stringify({ server, builds }, undefined, 2) : describe(server, builds, out));
}

function showBuilds({ generations, pinned }: ServerHistory, leases: readonly FoundLease[]): readonly ShownBuild[] {
  const held = leases.filter(({ isHeld }) => isHeld);
  return generations.map((build) => ({
    ...build,
    isPinned: build.manifestCid === pinned,
    processes: held.filter(({ cids }) => cids.has(build.manifestCid)).length,
  }));
}

function describe(server: string, builds: readonly ShownBuild[], output: Output): string {
  const rows = builds.map((build) => [
    shortCid(build.manifestCid),
    printable(build.version),
    printable(build.since).replace(/\.\d+Z$/, 'Z'),
    stateOf(build),
  ]);
  const title = `${output.paint.bold(server)}: ${countNoun(builds.length, 'build')} served, the last to begin first`;
  return `${title}\n\n${formatTable(['BUILD', 'VERSION', 'SINCE', 'STATE'], rows, output)}`;
}

function stateOf({ isPinned, processes }: ShownBuild): string {
  const runs = processes === 0 ? [] : [processes === 1 ? 'runs' : `runs in ${processes} processes`];
  return [...(isPinned ? ['pinned'] : []), ...runs].join(', ');
}
