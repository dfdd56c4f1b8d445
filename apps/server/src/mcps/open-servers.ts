/**
 * Opens every server that is configured, and one for each plugin that is not: the one place where the rest of the app
 * comes in.
 *
 * One server that cannot be had is reported and left out; the others serve.
 */
import type { CatalogSource } from '@sigil/core';
import type { Mcps } from './load-mcps.js';
import { openServerSource, type ServerEnvironment, type ServerSource } from './open-server-source.js';
import { readOnlySource } from './read-only-source.js';
import type { ServerConfiguration } from './server-configuration.js';

/** A hosted plugin. */
export interface AvailablePlugin {
  readonly plugin: CatalogSource;
  /** Whether it is a server of its own where none is configured. */
  readonly isDiscovered: boolean;
}

/** What servers are opened with. */
export interface ServersEnvironment extends Omit<ServerEnvironment, 'findPlugin' | 'findServer'> {
  readonly plugins: ReadonlyMap<string, AvailablePlugin>;
  /** `readonly` offers only tools that say they change nothing. */
  readonly profile: 'default' | 'readonly';
}

/** A server that is offered. */
export interface OpenServer extends Pick<ServerSource, 'source' | 'problems'> {
  readonly configuration: ServerConfiguration;
}

/** Every server. Whoever opened them closes them. */
export interface Servers {
  /** By name, in the order of the names; disabled ones are not there. */
  readonly all: ReadonlyMap<string, OpenServer>;
  /** Why a server is not there, by its name. */
  readonly unavailable: ReadonlyMap<string, string>;
  /** Stops following the plugins. Calls that run end as they would. */
  close(): void;
}

/** Settles when each server's transforms have run once. Rejects never for what is wrong with a server. */
export async function openServers(mcps: Mcps, environment: ServersEnvironment): Promise<Servers> {
  const { configurations, unavailable } = await resolveAll(mcps, environment);
  const sources = new Map<string, ServerSource>();
  const opening = new Map<string, Promise<void>>();
  const open = (name: string): Promise<void> => {
    const known = opening.get(name) ?? openAfterIncludes(name);
    opening.set(name, known);
    return known;
  };
  const openAfterIncludes = async (name: string): Promise<void> => {
    const configuration = configurations.get(name);
    if (!configuration) return;
    const included = includedWithoutCycle(name, configurations);
    await Promise.all([...included].map(open));
    const found: ServerEnvironment = {
      ...environment,
      findPlugin: (plugin) => environment.plugins.get(plugin)?.plugin,
      findServer: (server) => (included.has(server) ? sources.get(server)?.source : undefined),
    };
    sources.set(name, await openServerSource(configuration, found));
  };
  await Promise.all([...configurations.keys()].map(open));
  return {
    all: new Map([...configurations].map(([name, it]) => [name, offered(it, sources.get(name)!, environment.profile)])),
    unavailable,
    close: () => sources.forEach((source) => source.close()),
  };
}

interface Resolved {
  /** Of the servers that are enabled, in the order of their names. */
  readonly configurations: ReadonlyMap<string, ServerConfiguration>;
  readonly unavailable: ReadonlyMap<string, string>;
}

async function resolveAll(mcps: Mcps, { plugins, report }: ServersEnvironment): Promise<Resolved> {
  const configured: ServerConfiguration[] = [];
  const unavailable = new Map<string, string>();
  const resolve = async (name: string): Promise<void> => {
    try {
      configured.push(await mcps.resolve(name));
    } catch (error) {
      const { message } = error as Error; // an McpsError
      unavailable.set(name, message);
      report(message);
    }
  };
  for (const name of mcps.names) await resolve(name);
  const taken = new Set([...mcps.names, ...configured.map(({ plugin, name }) => plugin ?? name)]);
  for (const [name, { isDiscovered }] of plugins) if (isDiscovered && !taken.has(name)) await resolve(name);
  const enabled = configured.filter((it) => it.enabled).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { configurations: new Map(enabled.map((it) => [it.name, it])), unavailable };
}

/** The servers that one includes, other than those that include it in their turn. */
function includedWithoutCycle(
  name: string,
  configurations: ReadonlyMap<string, ServerConfiguration>,
): ReadonlySet<string> {
  const includes = (server: string): readonly string[] =>
    configurations.get(server)?.include.map((it) => it.server) ?? [];
  const leadsBack = (server: string, seen: Set<string>): boolean => {
    if (server === name) return true;
    if (seen.has(server)) return false;
    seen.add(server);
    return includes(server).some((next) => leadsBack(next, seen));
  };
  return new Set(includes(name).filter((server) => !leadsBack(server, new Set())));
}

function offered(
  configuration: ServerConfiguration,
  opened: ServerSource,
  profile: ServersEnvironment['profile'],
): OpenServer {
  return {
    configuration,
    source: profile === 'readonly' ? readOnlySource(opened.source) : opened.source,
    get problems() {
      return opened.problems;
    },
  };
}
