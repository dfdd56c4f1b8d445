/**
 * Opens every configured server, and one for each other plugin. This is the only place where the rest of the app
 * enters.
 *
 * A server that cannot be opened is refused and reported; the others serve. Discovery does not open the plugins that it mentions.
 */
import { suggestNames } from '@sigil/core/building';
import type { CatalogSource } from '@sigil/core/catalog';
import type { Mentions } from './find-mentions.js';
import type { Mcps } from './load-mcps.js';
import { McpsError } from './mcps-error.js';
import { needsPlugin, openServerSource, type ServerEnvironment, type ServerSource } from './open-server-source.js';
import { readOnlySource } from './read-only-source.js';
import type { ServerConfiguration } from './server-configuration.js';
import { reportIdleRules } from './report-idle-rules.js';
import { findWithheldPlugins } from './find-withheld-plugins.js';

/** A hosted plugin. */
export interface AvailablePlugin {
  readonly plugin: CatalogSource;
  /** True if the plugin is a server by itself unless one is configured. */
  readonly isDiscovered: boolean;
}

/** The environment in which servers are opened. */
export interface ServersEnvironment extends Omit<ServerEnvironment, 'findPlugin' | 'findServer' | 'whyNotIncluded'> {
  readonly plugins: ReadonlyMap<string, AvailablePlugin>;
  /** `readonly` offers only tools annotated read-only. */
  readonly profile: 'default' | 'readonly';
  /** True if plugins that no configuration names are servers by themselves; `true` by default. */
  readonly discovers?: boolean;
  /** The plugins that discovery served before the servers were opened again. */
  readonly discoveredBefore?: ReadonlySet<string> | undefined;
  /** Called before any server is opened, if one of them is remote. */
  readonly beforeRemotes?: () => Promise<void>;
}

/** An offered server. */
export interface OpenServer extends Pick<ServerSource, 'source' | 'problems' | 'overrides' | 'settled'> {
  readonly configuration: ServerConfiguration;
}

/** Every server. The code that opens them closes them. */
export interface Servers {
  /** The servers sorted by name, without disabled and refused ones. */
  readonly all: ReadonlyMap<string, OpenServer>;
  /** The reasons of refused servers, by name: a mistake in the configuration, or a plugin that discovery must not open. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
  /** The names of servers without a configuration. */
  readonly discovered: ReadonlySet<string>;
  /** The names of disabled servers. */
  readonly disabled: ReadonlySet<string>;
  /** Stops following the plugins. Running calls may finish. */
  close(): void;
}

/** Opens the servers, and settles after the transforms of each have run once. Never rejects for a problem of a server. */
export async function openServers(mcps: Mcps, environment: ServersEnvironment): Promise<Servers> {
  const { configurations, refused, ...names } = await resolveAll(mcps, environment);
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
      findServer(server) {
        const source = included.has(server) ? sources.get(server) : undefined;
        return source?.isRefused ? undefined : source?.source;
      },
      whyNotIncluded(server) {
        if (server === name) return 'is this server itself';
        if (configurations.has(server) && !included.has(server)) return `includes "${name}" in its turn`;
        if (refused.has(server) || sources.get(server)?.isRefused) return 'is refused, as told of it';
        if (names.disabled.has(server)) return 'is disabled';
        return `is no server here${suggestNames(server, configurations.keys())}`;
      },
    };
    sources.set(name, await openServerSource(configuration, found));
  };
  if ([...configurations.values()].some(({ remote }) => remote !== undefined)) await environment.beforeRemotes?.();
  await Promise.all([...configurations.keys()].map(open));
  for (const [name, { isRefused, problems }] of sources) if (isRefused) refused.set(name, problems);
  const stopWaiting = reportIdleRules(sources, environment);
  const serving = [...configurations].filter(([name]) => !refused.has(name));
  return {
    all: new Map(serving.map(([name, it]) => [name, offered(it, sources.get(name)!, environment.profile)])),
    refused,
    ...names,
    close() {
      stopWaiting();
      sources.forEach((source) => source.close());
    },
  };
}

interface Resolved {
  /** Configurations of the enabled servers, sorted by name. */
  readonly configurations: ReadonlyMap<string, ServerConfiguration>;
  readonly refused: Map<string, readonly string[]>;
  readonly discovered: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

async function resolveAll(mcps: Mcps, environment: ServersEnvironment): Promise<Resolved> {
  const { configured, refused, mentions } = await resolveConfigured(mcps, environment);
  const discovered = await discoverPlugins(mcps, environment, { configured, refused, mentions });
  const enabled = [...configured, ...discovered].filter((it) => it.enabled).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    configurations: new Map(enabled.map((it) => [it.name, it])),
    refused,
    discovered: new Set(discovered.map(({ name }) => name)),
    disabled: new Set(configured.filter((it) => !it.enabled).map(({ name }) => name)),
  };
}

interface ResolvedConfigured {
  readonly configured: readonly ServerConfiguration[];
  readonly refused: Map<string, readonly string[]>;
  readonly mentions: ReadonlyMap<string, Mentions>;
}

async function resolveConfigured(mcps: Mcps, { report }: ServersEnvironment): Promise<ResolvedConfigured> {
  const configured: ServerConfiguration[] = [];
  const refused = new Map<string, readonly string[]>();
  const mentions = new Map<string, Mentions>();
  for (const name of mcps.names) {
    try {
      configured.push(await mcps.resolve(name));
    } catch (error) {
      if (!(error instanceof McpsError)) throw error;
      refused.set(name, error.problems);
      mentions.set(name, await mcps.mentions(name));
      for (const problem of error.problems) report(`server "${name}" is refused: ${problem}`);
    }
  }
  return { configured, refused, mentions };
}

/** Opens a server for each plugin that no configuration names; refuses plugins that a mistake may be about. */
async function discoverPlugins(
  mcps: Mcps,
  { plugins, report, discovers = true, discoveredBefore }: ServersEnvironment,
  { configured, refused, mentions }: ResolvedConfigured,
): Promise<ServerConfiguration[]> {
  const taken = new Set([...mcps.names, ...configured.map(({ plugin, name }) => plugin ?? name)]);
  const candidates = [...plugins].filter(([name, { isDiscovered }]) => discovers && isDiscovered && !taken.has(name));
  const withheld = findWithheldPlugins({
    refused: mentions,
    configured: configured.filter(needsPlugin),
    candidates: candidates.map(([name]) => name),
    isHosted: (plugin) => plugins.has(plugin),
    wasDiscovered: (plugin) => discoveredBefore?.has(plugin) ?? false,
  });
  for (const [name, why] of withheld) {
    refused.set(name, [`plugin "${name}" is not served: ${why}`]);
    report(`plugin "${name}" is not served: ${why}`);
  }
  const discovered = candidates.filter(([name]) => !withheld.has(name));
  const configurations: ServerConfiguration[] = [];
  for (const [name] of discovered) {
    try {
      configurations.push(await mcps.resolve(name));
    } catch (error) {
      if (!(error instanceof McpsError)) throw error;
      refused.set(name, error.problems);
      for (const problem of error.problems) report(problem);
    }
  }
  return configurations;
}

/** Returns the servers that one includes, without those that include it in turn. */
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
    get overrides() {
      return opened.overrides;
    },
    settled: () => opened.settled(),
  };
}
