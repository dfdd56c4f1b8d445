/**
 * The banner for the operator when the server has started: the path of each server, and the text to paste into a client.
 */
import Table from 'cli-table3';
import type { RemoteState } from '@sigil/gateway';
import type { ShownServer } from '../mounts/mount.js';
import { countOffers } from '../mounts/server-list.js';
import { onStdout } from '../log/paint.js';

/** @param url where the server listens, without a path */
export function writeBanner(mounts: readonly ShownServer[], url: string, stdioCommand: readonly string[]): string {
  return [
    '',
    `${onStdout.bold('Sigil')} serves on ${onStdout.cyan(url)}`,
    '',
    mountTable(mounts, url),
    '',
    ...clientSnippet(mounts, url, stdioCommand),
    '',
    onStdout.dim('Ctrl+C stops it.'),
    '',
  ].join('\n');
}

function mountTable(mounts: readonly ShownServer[], url: string): string {
  const rows = mounts.map((mount) => ({ mount, counts: countOffers(mount) }));
  const hasViews = rows.some(({ counts }) => counts.views > 0);
  const kinds = (['tools', 'resources', 'prompts', 'views'] as const).filter((kind) => kind !== 'views' || hasViews);
  const table = new Table({
    head: ['server', 'endpoint', ...kinds, 'state'].map((title) => onStdout.bold(title)),
    style: { head: [], border: [] },
    colAligns: ['left', 'left', ...kinds.map(() => 'right' as const), 'left'],
  });
  for (const { mount, counts } of rows)
    table.push([mount.name, `${url}${mount.path}`, ...kinds.map((kind) => counts[kind]), stateOf(mount)]);
  return table.toString();
}

function stateOf({ plugins, problems, isRefused, remote }: ShownServer): string {
  if (isRefused) return onStdout.red('refused, see the log');
  const failed = [...plugins.values()].flatMap(({ status }) => (status.state === 'failed' ? [status.error.code] : []));
  if (failed.length > 0) return onStdout.red(`failed: ${failed.join(', ')}`);
  if (remote && remote.state !== 'serving') return paintUpstream(remote.state);
  if (problems.length === 0) return onStdout.green('serving');
  return onStdout.yellow(`${problems.length === 1 ? '1 problem' : `${problems.length} problems`}, see the log`);
}

const comingStates: ReadonlySet<RemoteState> = new Set(['connecting', 'degraded', 'pinned']);

/** Paints a state that may pass in yellow, since the start does not wait for upstreams; any other in red. */
function paintUpstream(state: RemoteState): string {
  const paint = comingStates.has(state) ? onStdout.yellow : onStdout.red;
  return paint(`upstream: ${state}`);
}

function clientSnippet(mounts: readonly ShownServer[], url: string, [command, ...args]: readonly string[]): string[] {
  const last = mounts[mounts.length - 1];
  if (!last || command === undefined) return [];
  const name = `sigil-${last.name}`;
  return [
    onStdout.bold('For a client over HTTP:'),
    JSON.stringify({ mcpServers: { [name]: { type: 'http', url: `${url}${last.path}` } } }, null, 2),
    '',
    onStdout.bold('For a client over stdio:'),
    JSON.stringify({ mcpServers: { [name]: { command, args } } }, null, 2),
  ];
}
