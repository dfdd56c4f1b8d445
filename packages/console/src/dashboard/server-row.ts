/**
 * The rows of the table of servers: each server that has a page or was called, and each plugin.
 */
import type { ServerCalls } from '@sigil/core/internal';
import type { DashboardData, ServedPlugin } from '../dashboard-data.js';

/** A server, and the plugin of the same name if there is one. */
export interface ServerRow {
  readonly calls: ServerCalls;
  readonly plugin: ServedPlugin | undefined;
  /** `serving`, `degraded` or `failed`; empty for a name that is counted and no longer served. */
  readonly state: string;
  /** False for a plugin that is only part of other servers. */
  readonly hasPage: boolean;
  readonly isRemote: boolean;
}

/** Builds the rows: the called servers first, the busiest of them at the top. */
export function buildServerRows({ servers, listed, plugins, upstreams }: DashboardData): ServerRow[] {
  const called = new Set(servers.map(({ server }) => server));
  const others = new Set([...listed, ...plugins].map(({ name }) => name).filter((name) => !called.has(name)));
  const idle = [...others].map((server) => ({ server, calls: 0, failures: 0, steps: [], components: [] }));
  const [pages, builds] = [byName(listed), byName(plugins)];
  return [...servers, ...idle].map((calls) => {
    const [page, plugin] = [pages.get(calls.server), builds.get(calls.server)];
    const isRemote = upstreams.some(({ server }) => server === calls.server);
    return { calls, plugin, state: page?.state ?? plugin?.state ?? '', hasPage: page !== undefined, isRemote };
  });
}

function byName<Named extends { readonly name: string }>(all: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(all.map((one) => [one.name, one]));
}
