/**
 * Every plugin that this server hosts: those in the plugins folder and those of the registry, as they are added and removed.
 *
 * Knows nothing of servers; `mounts/` decides which plugin is offered where.
 */
import {
  folderSource,
  hostPlugin,
  registrySource,
  type HostedPlugin,
  type HostEvent,
  type BuildSource,
  type LinkKind,
  type Registry,
} from '@sigil/plugin-host';
import type { Configuration } from '../configuration/configuration.js';
import { findLeftOut, type LeftOutFolder } from '../configuration/find-left-out.js';
import type { PluginFolder } from '../configuration/find-plugin-folders.js';
import { findPlugins } from '../configuration/find-plugins.js';
import type { PluginSettings } from '../configuration/plugin-settings.js';
import { Arrivals, type Arrived } from './arrivals.js';
import { openConfiguredRegistry } from './open-configured-registry.js';
import type { StaggeredSource } from './staggered-source.js';

/** A plugin that may be hosted. */
interface FoundPlugin {
  readonly name: string;
  readonly origin: BuildSource;
  readonly isDiscovered: boolean;
  /** True if a configuration names this build, so it has no rollback. */
  readonly isPinned?: boolean;
  /** The link that its package.json asks for. */
  readonly link?: LinkKind;
}

/** The plugins to host. */
export interface ChosenPlugins {
  /** The builds that a configuration names, by name; they take precedence over the plugins folder and the registry. */
  readonly pinned: ReadonlyMap<string, BuildSource>;
  /** The plugins of the plugins folder and the registry to host; `undefined` for all. */
  readonly others: ReadonlySet<string> | undefined;
}

/** A plugin in this server. */
export interface HostEntry {
  readonly plugin: HostedPlugin;
  /** True if the plugin is a server by itself unless one is configured. */
  readonly isDiscovered: boolean;
}

interface HostSurroundings {
  readonly configuration: Pick<
    Configuration,
    | 'pluginsFolder'
    | 'packageFile'
    | 'registry'
    | 'registryCredentials'
    | 'stateFolder'
    | 'plugins'
    | 'follow'
    | 'activation'
  >;
  /** Wraps an origin so that builds that served are stored for rollbacks. */
  readonly keepHistory: (origin: BuildSource, name: string) => BuildSource;
  readonly onEvent: (plugin: string, event: HostEvent) => void;
  /** Called with the reason why a plugin cannot be hosted. */
  readonly onProblem: (why: string) => void;
  /** Called when a slow plugin has started, which is hosted from the next refresh on. */
  readonly onArrived: () => void;
  /** Makes processes take a new build one after the other; absent when all take it together. */
  readonly stagger?: ((origin: BuildSource, name: string) => StaggeredSource) | undefined;
}

/** The longest that a refresh of a running server waits for a new plugin; a slower one is hosted later. */
const lateMs = 1_000;

export class PluginHosts {
  readonly #entries = new Map<string, HostEntry>();
  /** Hosts that were replaced, while calls may still reach them. */
  readonly #replaced: HostEntry[] = [];
  readonly #closing = new Set<Promise<void>>();
  // Refreshes run one after another, so that each sees the result of the one before.
  #lastRefresh: Promise<unknown> = Promise.resolve();

  #chosen: ChosenPlugins = { pinned: new Map(), others: undefined };
  // A dependency that npm is replacing has no folder for a moment.
  #foundBefore: readonly PluginFolder[] = [];
  #leftOut: readonly LeftOutFolder[] = [];

  readonly #arrivals = new Arrivals<FoundPlugin>(
    () => this.surroundings.onArrived(),
    (plugin) => this.#close(plugin),
  );
  readonly #registry: Registry | undefined;
  #isStarted = false;
  #isClosed = false;

  constructor(private readonly surroundings: HostSurroundings) {
    this.#registry = openConfiguredRegistry(surroundings.configuration);
  }

  /** Sets the plugins for the next refresh. */
  choose(chosen: ChosenPlugins): void {
    this.#chosen = chosen;
  }

  /** The hosted plugins, sorted by name. */
  get entries(): ReadonlyMap<string, HostEntry> {
    return new Map([...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The names of plugins that the operator has settings for, and that are not hosted. */
  get absent(): readonly string[] {
    return [...this.surroundings.configuration.plugins]
      .filter(([name, { enabled }]) => enabled !== false && !this.#entries.has(name))
      .map(([name]) => name);
  }

  /** Returns whether a plugin was found that is still starting. */
  isComing(name: string): boolean {
    return !this.#entries.has(name) && [...this.#arrivals.names].includes(name);
  }

  /** Folders that look like plugins and are not served as they are. */
  get leftOut(): readonly LeftOutFolder[] {
    return this.#leftOut;
  }

  /** The absent plugins that the operator requires. */
  get missing(): readonly string[] {
    const { plugins } = this.surroundings.configuration;
    return this.absent.filter((name) => plugins.get(name)?.policy === 'required');
  }

  /**
   * Hosts new plugins and closes those that were removed; the others stay. A plugin that moved is hosted from its new place, and
   * from the old one too until `closeReplaced`.
   *
   * @throws ConfigurationError when the plugins folder cannot be read
   */
  refresh(): Promise<void> {
    const refresh = this.#lastRefresh.then(() => this.#refresh());
    this.#lastRefresh = refresh.catch(() => undefined);
    return refresh;
  }

  /** Closes the replaced hosts, which receive no more calls. */
  closeReplaced(): void {
    for (const { plugin } of this.#replaced.splice(0)) this.#close(plugin);
  }

  /** Reads every plugin again, and swaps in new builds. */
  async reload(): Promise<void> {
    if (this.#isClosed) return;
    await Promise.all([...this.#entries.values()].map(({ plugin }) => plugin.reload()));
  }

  /** Drains and stops every plugin. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#lastRefresh;
    await this.#arrivals.giveUpAll();
    for (const name of this.#entries.keys()) this.#remove(name);
    this.closeReplaced();
    await Promise.all(this.#closing);
  }

  async #refresh(): Promise<void> {
    if (this.#isClosed) return;
    const found = await this.#find((why) => this.surroundings.onProblem(why));
    await this.#noteLeftOut();
    const serves = this.#isStarted;
    this.#isStarted = true;
    const names = new Set(found.map(({ name }) => name));
    for (const name of [...this.#entries.keys()]) if (!names.has(name)) this.#remove(name);
    this.#arrivals.keepOnly(found);
    for (const one of found.filter((it) => this.#isNews(it))) {
      const entry = this.#entries.get(one.name);
      // The host stays; only whether the plugin is a server by itself changes.
      if (entry?.plugin.label === one.origin.label)
        this.#entries.set(one.name, { ...entry, isDiscovered: one.isDiscovered });
      else this.#arrivals.begin(one, () => this.#host(one));
    }
    // A configuration takes effect together with the builds that it names.
    await this.#arrivals.settle(({ isPinned }) => serves && !isPinned, lateMs);
    for (const arrived of this.#arrivals.take()) this.#enter(arrived);
  }

  #isNews(found: FoundPlugin): boolean {
    const { name, origin, isDiscovered } = found;
    const entry = this.#entries.get(name);
    if (entry?.plugin.label === origin.label) return entry.isDiscovered !== isDiscovered;
    return !this.#arrivals.has(found);
  }

  /** @param onProblem called with the reason for each plugin that is left out */
  async #find(onProblem?: (why: string) => void): Promise<FoundPlugin[]> {
    const { plugins: settings } = this.surroundings.configuration;
    const { pinned, others } = this.#chosen;
    const named = [...pinned].map(([name, origin]) => ({ name, origin, isDiscovered: false, isPinned: true }));
    // The folder may be missing where all plugins are pinned.
    const found = others?.size === 0 ? [] : await this.#findOthers(onProblem);
    const chosen = found.filter(({ name }) => !pinned.has(name) && (others?.has(name) ?? true));
    return [...named, ...chosen].filter(({ name }) => settings.get(name)?.enabled !== false);
  }

  async #findOthers(onProblem?: (why: string) => void): Promise<FoundPlugin[]> {
    const all = await findPlugins(this.surroundings.configuration, this.#foundBefore);
    this.#foundBefore = all;
    const folders = firstOfEachName(all, onProblem);
    const inFolder = folders.map(({ name, path, isDiscovered, link }) => ({
      ...(link === undefined ? {} : { link }),
      name,
      origin: folderSource(path),
      isDiscovered,
    }));
    const taken = new Set(inFolder.map(({ name }) => name));
    return [...inFolder, ...(await this.#findPublished(taken, onProblem))];
  }

  /** Finds published plugins. A registry that is away does not stop other plugins at the start; later, it leaves everything as it is. */
  async #findPublished(taken: ReadonlySet<string>, onProblem?: (why: string) => void): Promise<FoundPlugin[]> {
    if (!this.#registry) return [];
    try {
      return await findPublished(this.#registry, taken);
    } catch (error) {
      if (this.#isStarted || !onProblem) throw error;
      onProblem(`its plugins are served once it answers: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  }

  /** Returns whether a plugin was added, removed or moved since the last refresh. */
  async hasNews(): Promise<boolean> {
    if (this.#isClosed) return false;
    const found = await this.#find();
    const names = new Set(found.map(({ name }) => name));
    const hasGone = [...this.#entries.keys(), ...this.#arrivals.names].some((name) => !names.has(name));
    if (hasGone || this.#arrivals.hasArrived || found.some((it) => this.#isNews(it))) return true;
    return JSON.stringify(await this.#findLeftOut()) !== JSON.stringify(this.#leftOut);
  }

  async #noteLeftOut(): Promise<void> {
    const before = new Set(this.#leftOut.map(({ why }) => why));
    this.#leftOut = await this.#findLeftOut();
    for (const { why } of this.#leftOut) if (!before.has(why)) this.surroundings.onProblem(why);
  }

  /** Nothing is left out where a configuration names every plugin. */
  async #findLeftOut(): Promise<readonly LeftOutFolder[]> {
    const { others } = this.#chosen;
    if (others?.size === 0) return [];
    const leftOut = await findLeftOut(this.surroundings.configuration.pluginsFolder);
    return others ? leftOut.filter(({ name }) => others.has(name)) : leftOut;
  }

  async #host({ name, origin, isPinned, link }: FoundPlugin): Promise<HostedPlugin> {
    const { configuration, keepHistory, onEvent, stagger } = this.surroundings;
    const { enabled: _, ...settings }: PluginSettings = configuration.plugins.get(name) ?? {};
    // The operator's setting for one plugin takes precedence over the one for all, and both over the plugin's own.
    const { activation = configuration.activation === 'onStart' ? 'onStart' : undefined } = settings;
    const kept = isPinned ? origin : keepHistory(origin, name);
    const turns = isPinned ? undefined : stagger?.(kept, name);
    const plugin = await hostPlugin(turns ?? kept, {
      ...(link === undefined ? {} : { link }),
      ...settings,
      activation,
      watch: configuration.follow,
      onEvent(event) {
        if (event.kind === 'refused') void turns?.refused();
        onEvent(name, event);
      },
    });
    if (turns) turns.isWell = () => isWell(plugin);
    return plugin;
  }

  #enter({ found: { name, isDiscovered }, plugin }: Arrived<FoundPlugin>): void {
    const before = this.#entries.get(name);
    if (before) this.#replaced.push(before);
    this.#entries.set(name, { plugin, isDiscovered });
  }

  #remove(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    // Its lists stay until the servers are composed without it, so that clients are notified of the removal.
    this.#replaced.push(entry);
  }

  #close(plugin: HostedPlugin): void {
    const closed = plugin.close();
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }
}

function isWell({ status, serving }: HostedPlugin): boolean {
  return status.state === 'serving' && (serving?.crash?.state ?? 'restarted') === 'restarted';
}

function firstOfEachName(folders: readonly PluginFolder[], onProblem?: (why: string) => void): readonly PluginFolder[] {
  const first = new Map<string, PluginFolder>();
  for (const folder of folders) {
    const { name, path } = folder;
    const other = first.get(name);
    if (other) onProblem?.(`two plugins are named "${name}": "${other.path}" is served, "${path}" is left out`);
    else first.set(name, folder);
  }
  return [...first.values()];
}

/** Leaves out publications with the name of a plugin in the plugins folder, which is closer to its developer. */
async function findPublished(registry: Registry, taken: ReadonlySet<string>): Promise<FoundPlugin[]> {
  const published = await registry.names();
  return published
    .filter((name) => !taken.has(name))
    .map((name) => ({ name, origin: registrySource(registry, name), isDiscovered: true }));
}
