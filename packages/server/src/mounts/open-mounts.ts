/**
 * Hosts the plugins and makes servers of them: the configured ones, one for each plugin that no configuration names, and
 * one of all together, with the servers' names as namespaces.
 *
 * A broken plugin is a server that offers nothing yet, and a broken configuration is a refused server; the others go on.
 */
import type { JsonObject } from '@sigil/core';
import { Listeners, type Components } from '@sigil/core/catalog';
import type { CallObserver, ErrorDisclosure } from '@sigil/core/engine';
import { openShellCommand, type RemoteServer } from '@sigil/gateway';
import { openHistory, openMemoryStore, rollback, withHistory, type History } from '@sigil/plugin-host';
import type { ExtendedEngine } from '../extending/open-extending.js';
import type { Configuration } from '../configuration/configuration.js';
import { chooseDiscovery } from './choose-discovery.js';
import { problemsOfDiscovery } from '../discovery/open-discovery.js';
import { openSearchRecord, type SearchRecordFile } from '../discovery/search-record.js';
import { PluginHosts } from '../hosts/plugin-hosts.js';
import { staggerBuilds } from '../hosts/stagger-builds.js';
import { toolNamesOf } from '../hosts/tool-names.js';
import { openCidReader, type CidReader } from '../servers/cid-reader.js';
import { openServers, type OpenServer, type Servers } from '../servers/open-servers.js';
import type { TransformMemory } from '../servers/transforms.js';
import type { ServerConfiguration } from '../servers/server-configuration.js';
import { packageVersion } from '../package-version.js';
import { RemoteServers, type RemoteServersOptions } from '../remotes/remote-servers.js';
import type { UpstreamCallers } from '../remotes/upstream-callers.js';
import { openKeptResults } from '../resources/keep-large-results.js';
import { openSchemes } from '../resources/open-schemes.js';
import type { ServerLog } from '../log/server-log.js';
import type { OpenStore } from '../store/open-shared-store.js';
import { describeServers } from './describe-servers.js';
import { findMasked } from './find-masked.js';
import { openServerLoader, type LoadedServers, type ServerLoader } from './load-servers.js';
import { findNamed, findPinned, withoutAmbiguousBuilds } from './find-pinned.js';
import { manifestOf } from './build-info.js';
import { buildEngineMaker } from './engine-maker.js';
import { folderOf, openStore } from './open-store.js';
import type { Mount, RefusedMount, ShownServer } from './mount.js';
import type { ServedMounts } from './served-mounts.js';
import { listServers } from './server-list.js';
import { ServerTable, type WantedServer } from './server-table.js';
import { waitForUpstreams } from './wait-for-upstreams.js';

/** Servers of a configuration. */
export interface Mounts extends ServedMounts {
  readonly hosts: PluginHosts;
  /** Files that the servers' configurations were read from. */
  readonly files: readonly string[];
  describe(reader: 'anybody' | 'operator'): JsonObject;
  /** Settles when every required upstream has been tried once. @returns those that do not serve, with the reasons */
  findMissingRemotes(): Promise<ReadonlyMap<string, string>>;
  /** Finds plugins and configurations again, and changes only what differs. */
  refresh(): Promise<void>;
}

/** Options besides configuration and log. */
export interface MountsOptions extends Pick<RemoteServersOptions, 'onlyClient' | 'onUpstreamRequest'> {
  /** Folders with content that the state folder may lack. */
  readonly contentFolders?: readonly string[];
  /** Absent when callers have no identity at upstream servers. */
  readonly callers?: UpstreamCallers | undefined;
  /** Observes the calls of every server. */
  readonly observer?: CallObserver | undefined;
  /** The operator's code around every engine. */
  readonly extended?: ExtendedEngine | undefined;
  /** Called when the plugins of a configuration may have changed. */
  readonly onRefreshed?: (hosts: PluginHosts) => void;
  /** The store that replicas share; absent if this process serves alone. */
  readonly store?: OpenStore | undefined;
}

/** @throws ConfigurationError when the plugins folder cannot be read, or the configuration cannot be stored */
export async function openMounts(
  configuration: Configuration,
  log: ServerLog,
  options: MountsOptions = {},
): Promise<Mounts> {
  const mounts = new OpenMounts(configuration, log, options);
  try {
    await mounts.refresh();
    return mounts;
  } catch (error) {
    await mounts.close();
    throw error;
  }
}

class OpenMounts implements Mounts {
  readonly hosts: PluginHosts;
  readonly #mountListeners = new Listeners<readonly Mount[]>();
  #loaded: LoadedServers | undefined;
  #servers: Servers | undefined;
  // Refreshes run one after another, so that each sees the result of the one before.
  #lastRefresh: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #table: ServerTable;
  readonly #contents: CidReader;
  readonly #loader: ServerLoader;
  readonly #transformMemory: TransformMemory = new Map();
  readonly #history: History | undefined;
  // A result that is too long to send is kept only as long as the process that made it.
  readonly #kept = openKeptResults(openMemoryStore());
  readonly #remotes: RemoteServers;
  readonly #searches: SearchRecordFile | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly log: ServerLog,
    private readonly options: MountsOptions,
  ) {
    const { contentFolders = [], observer, extended, onlyClient, onUpstreamRequest, callers, store: shared } = options;
    const { stateFolder, discovery } = configuration;
    const onLost = (why: string): void => log.problem('discovery', why);
    this.#searches = discovery?.record === undefined ? undefined : openSearchRecord(discovery.record, onLost);
    const store = openStore(configuration, contentFolders);
    this.#contents = openCidReader(store);
    this.#loader = openServerLoader(configuration, this.#contents, (problem) => log.problem('mcps', problem));
    this.#history = stateFolder === undefined ? undefined : openHistory(stateFolder, store);
    this.hosts = new PluginHosts({
      configuration,
      keepHistory: (origin, name) => (this.#history ? withHistory(origin, this.#history, name) : origin),
      onEvent: (plugin, event) => log.hostEvent(plugin, event),
      onProblem: (why) => log.problem('plugins', why),
      onArrived: () => void this.refresh().catch((error: unknown) => log.failure('plugins', error)),
      stagger: shared && configuration.rollout === 'staggered' ? staggerBuilds(shared, log) : undefined,
    });
    this.#remotes = new RemoteServers({
      defaults: configuration.upstreams.defaults,
      client: { name: 'sigil', version: packageVersion },
      onlyClient,
      log,
      callers,
      onUpstreamRequest,
      ownTools: () => toolNamesOf(this.hosts),
      ...folderOf(configuration),
    });
    this.#table = new ServerTable({
      makeEngine: buildEngineMaker(configuration, log, {
        kept: this.#kept,
        errorsOf: (name) => this.#errorsOf(name),
        observer,
        extended,
        searches: this.#searches,
        store: shared,
      }),
      stateless: configuration.stateless,
      discovery: discovery && { ...discovery, mode: discovery.combined ?? discovery.mode },
      namespaceSeparator: configuration.namespaceSeparator,
      onLeftOut: (why) => log.problem('all', why),
      onOverBudget: (server, why) => log.problem(server, why),
      onMounts: (mounts) => this.#mountListeners.notify(mounts),
    });
  }

  get all(): readonly Mount[] {
    return this.#table.mounts;
  }

  get shown(): readonly ShownServer[] {
    return listServers(this.all, this.refused);
  }

  get refused(): readonly RefusedMount[] {
    const refused = [...(this.#servers?.refused ?? [])].map(([name, problems]) => ({ name, problems }));
    return refused.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get problems(): readonly string[] {
    return [...(this.#loaded?.problems.values() ?? [])].flat();
  }

  get files(): readonly string[] {
    return this.#loaded?.files ?? [];
  }

  get remotes(): ReadonlyMap<string, RemoteServer> {
    return this.#remotes.all;
  }

  onMounts(listener: (mounts: readonly Mount[]) => void): () => void {
    return this.#mountListeners.add(listener);
  }

  waitForUpstreams(name: string): Promise<void> | undefined {
    return waitForUpstreams(name, this.#servers?.all ?? new Map(), this.remotes);
  }

  findMissingRemotes(): Promise<ReadonlyMap<string, string>> {
    return this.#remotes.findMissing();
  }

  describe(reader: 'anybody' | 'operator'): JsonObject {
    if (!this.#servers) return {};
    const { all, refused, disabled } = this.#servers;
    const isOperator = reader === 'operator';
    const shown = { all, refused, disabled: isOperator ? disabled : new Set<string>() };
    return describeServers({ ...shown, showsContents: isOperator }, (name) => this.hosts.entries.get(name)?.plugin);
  }

  refresh(): Promise<void> {
    const refresh = this.#lastRefresh.then(() => this.#refresh());
    this.#lastRefresh = refresh.catch(() => undefined);
    return refresh;
  }

  async rollback(plugin: string, to: string | undefined): Promise<string> {
    if (!this.#history) throw new Error('there is no state folder, so nothing is kept to roll back to');
    const hosted = this.hosts.entries.get(plugin)?.plugin;
    await hosted?.noted();
    const done = await rollback(this.#history, plugin, to);
    await hosted?.reload();
    return done.to.manifestCid;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastRefresh;
    this.#table.close();
    this.#servers?.close();
    await this.#remotes.close();
    await this.hosts.close();
    await this.#kept.close();
    await this.#searches?.close();
    await this.#noted(this.#history?.close());
  }

  /** Waits for a write of the state; an error is logged, and does not stop a server from serving. */
  async #noted(work: Promise<void> | undefined): Promise<void> {
    await work?.catch((error: unknown) => this.log.failure('state', error));
  }

  async #refresh(): Promise<void> {
    // The refresh may have been requested before the server was closed.
    if (this.#isClosed) return;
    const { profile, namespaceSeparator, auth } = this.configuration;
    // Comes first, so that an unreadable configuration ends the start before any plugin starts.
    const read = await this.#loader.load();
    const loaded = { ...read, mcps: await withoutAmbiguousBuilds(read.mcps) };
    const pinned = await findPinned(loaded.mcps, this.configuration, this.#contents.store);
    this.hosts.choose({ pinned, others: loaded.isBuilt ? await findNamed(loaded.mcps, pinned) : undefined });
    await this.hosts.refresh();
    const before = this.#servers;
    const report = (problem: string): void => this.log.problem('mcps', problem);
    await this.#noted(this.#history?.lease.keep(loaded.cids));
    this.#servers = await openServers(loaded.mcps, {
      plugins: this.hosts.entries,
      contents: this.#contents,
      profile,
      namespaceSeparator,
      access: auth,
      report,
      noteOverride: (server, override) => this.#noteOverride(server, override),
      discovers: !loaded.isBuilt,
      discoveredBefore: before?.discovered,
      transformMemory: this.#transformMemory,
      onServing: () => void this.refresh().catch((error: unknown) => this.log.failure('mcps', error)),
      isComing: (plugin) => this.hosts.isComing(plugin),
      openShell: (configuration) => this.#openShell(configuration),
      openRemote: ({ name, remote = {} }) => this.#remotes.open(name, remote),
      beforeRemotes: () => this.#remotes.meetClient(),
      openSchemes: (configuration) =>
        openSchemes({
          configuration,
          store: this.#contents.store,
          kept: this.#kept,
          findServer: (name) => this.#servers?.all.get(name)?.source,
          ...(auth?.visibility === 'allowed' ? {} : { describe: () => this.describe('anybody') }),
        }),
    });
    this.#loaded = loaded;
    this.#table.update([...this.#servers.all.values()].map((it) => this.#wanted(it, loaded)));
    before?.close();
    this.#remotes.closeUnused();
    this.hosts.closeReplaced();
    this.options.onRefreshed?.(this.hosts);
  }

  #leftOut(name: string): readonly string[] {
    return this.#remotes.problemsOf(name).map((why) => `server "${name}": ${why}`);
  }

  #noteOverride(server: string, override: string): void {
    // At the start the operator has chosen them, and the server's description lists them. Servers are opened again with every change.
    if (!this.#servers) return;
    const before = this.#servers.all.get(server)?.overrides ?? [];
    if (!before.includes(override)) this.log.note(server, override);
  }

  #openShell({ name, shell = {} }: ServerConfiguration): Components {
    return openShellCommand(shell, {
      name,
      ...folderOf(this.configuration),
      onProblem: (why) => this.log.problem(name, why),
      onNote: (why) => this.log.note(name, why),
    });
  }

  /** Masks a server's errors also where another server, or that of all servers, offers its components. */
  #errorsOf(name: string): ErrorDisclosure {
    const servers = this.#servers?.all ?? new Map<string, OpenServer>();
    return findMasked([...servers.values()].map((it) => it.configuration)).has(name) ? 'masked' : 'plain';
  }

  #wanted(server: OpenServer, { mcps, problems }: LoadedServers): WantedServer {
    const { name, plugin: pluginName = name, description, stateless } = server.configuration;
    const plugin = this.hosts.entries.get(pluginName)?.plugin;
    const { discovery: own = this.configuration.discovery, budget } = server.configuration;
    const discovery = chooseDiscovery(own, plugin);
    return {
      name,
      description: description || (plugin && manifestOf(plugin)?.plugin.description) || '',
      source: server.source,
      plugins: new Map(plugin ? [[pluginName, plugin]] : []),
      isConfigured: mcps.names.includes(name),
      stateless: stateless ?? this.configuration.stateless,
      discovery,
      budget,
      overrides: () => server.overrides,
      problems: () => [
        ...(problems.get(name) ?? []),
        ...server.problems,
        ...this.#leftOut(name),
        ...problemsOfDiscovery(discovery, server.source).map((why) => `server "${name}": ${why}`),
      ],
      remote: () => this.#remotes.all.get(name)?.status,
    };
  }
}
