/**
 * Every mounted server, as plugins and configurations are added and removed.
 *
 * A server that stays keeps its engine, with its sessions and streams; only its offers are replaced.
 */
import type { CatalogSource } from '@sigil/core/catalog';
import type { Engine } from '@sigil/core/engine';
import type { RemoteStatus } from '@sigil/gateway';
import { composeSources, ReplaceableSource, type HostedPlugin } from '@sigil/plugin-host';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import { describeExcess, estimateTokens } from '../discovery/count-tokens.js';
import { problemsOfDiscovery } from '../discovery/open-discovery.js';
import { everythingMount } from '../configuration/configuration.js';
import { withoutOwnSchemes } from '../servers/scheme-reader.js';
import { removalGraceMs, type Mount } from './mount.js';

/** The new state of a server. */
export interface WantedServer {
  readonly name: string;
  readonly description: string;
  readonly source: CatalogSource;
  readonly plugins: ReadonlyMap<string, HostedPlugin>;
  readonly isConfigured: boolean;
  readonly stateless: boolean;
  /** How it lists its tools; all of them by default. */
  readonly discovery?: DiscoverySettings | undefined;
  readonly budget?: number | undefined;
  readonly problems: () => readonly string[];
  readonly overrides: () => readonly string[];
  /** The status of its upstream, if any. */
  readonly remote?: () => RemoteStatus | undefined;
}

/** Makes the engine of a new server. */
export type MakeEngine = (
  server: Pick<WantedServer, 'name' | 'description' | 'plugins' | 'discovery'>,
  source: CatalogSource,
) => Engine;

/** The options of the table. */
export interface TableOptions {
  readonly makeEngine: MakeEngine;
  /** True if the mount of all servers keeps no sessions. */
  readonly stateless: boolean;
  /** How the mount of all servers lists its tools; all of them by default. */
  readonly discovery?: DiscoverySettings | undefined;
  /** Joins a server's name and a tool's in the mount of all servers. */
  readonly namespaceSeparator: string;
  /** Called with the reason when the mount of all servers cannot offer a component. */
  readonly onLeftOut: (why: string) => void;
  /** Called with the reason when the definitions of a server's tools come to exceed its budget. */
  readonly onOverBudget: (server: string, why: string) => void;
  /** Called when servers were added or removed. */
  readonly onMounts: (mounts: readonly Mount[]) => void;
}

export class ServerTable {
  readonly #servers = new Map<string, MountedServer>();
  /** Removed servers, whose calls may still run. */
  readonly #leaving = new Map<MountedServer, NodeJS.Timeout>();
  readonly #everything: MountedServer;

  constructor(private readonly options: TableOptions) {
    this.#everything = new MountedServer(this.#composed(), options);
  }

  /** The mounts sorted by name, the mount of all servers last. */
  get mounts(): readonly Mount[] {
    return [...this.#inOrder(), this.#everything];
  }

  /**
   * Mounts new servers, replaces changed ones, and removes the others. Clients are notified at the end, so that a client of several
   * servers together is notified once.
   */
  update(wanted: readonly WantedServer[]): void {
    const releases = [...this.#servers.values(), this.#everything].map(({ source }) => source.holdNotices());
    try {
      this.#update(wanted);
    } finally {
      for (const release of releases) release();
    }
  }

  #update(wanted: readonly WantedServer[]): void {
    const kept = new Map(wanted.map((server) => [server.name, engineOptionsOf(server)]));
    const gone = [...this.#servers].filter(([name, server]) => kept.get(name) !== engineOptionsOf(server));
    for (const [name] of gone) this.#remove(name);
    const come = wanted.filter(({ name }) => !this.#servers.has(name));
    for (const server of wanted) {
      const known = this.#servers.get(server.name);
      if (known) known.become(server);
      else this.#servers.set(server.name, new MountedServer(server, this.options));
    }
    if (gone.length + come.length === 0) return;
    this.#everything.become(this.#composed());
    this.options.onMounts(this.mounts);
  }

  /** Ends every session. */
  close(): void {
    for (const server of [...this.#servers.values(), ...this.#leaving.keys(), this.#everything]) server.close();
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#servers.clear();
    this.#leaving.clear();
  }

  #inOrder(): MountedServer[] {
    return [...this.#servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Removes a server. Its running calls may finish; its transports accept no new ones. */
  #remove(name: string): void {
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    if (!server) return;
    server.engine.endSubscriptions();
    const close = (): void => {
      this.#leaving.delete(server);
      server.close();
    };
    this.#leaving.set(server, setTimeout(close, removalGraceMs).unref());
  }

  #composed(): WantedServer {
    const { namespaceSeparator: separator } = this.options;
    const parts = this.#inOrder().map(({ name, source }) => ({
      source: withoutOwnSchemes(source),
      namespace: name,
      separator,
      server: name,
    }));
    const source = composeSources(parts, this.options.onLeftOut);
    return {
      name: everythingMount,
      description: 'All servers together',
      source,
      plugins: new Map(),
      isConfigured: false,
      stateless: this.options.stateless,
      discovery: this.options.discovery,
      problems: () => [...source.leftOut, ...problemsOfDiscovery(this.options.discovery, source)],
      overrides: () => [],
    };
  }
}

/** The settings whose change needs another engine: clients with sessions have read them. */
function engineOptionsOf({ stateless, discovery }: Pick<WantedServer, 'stateless' | 'discovery'>): string {
  return JSON.stringify([stateless, discovery]);
}

class MountedServer implements Mount {
  readonly name: string;
  readonly path: string;
  readonly source = new ReplaceableSource();
  readonly engine: Engine;
  readonly #onOverBudget: TableOptions['onOverBudget'];
  #server: WantedServer;
  #isOverBudget = false;

  constructor(server: WantedServer, { makeEngine, onOverBudget }: Pick<TableOptions, 'makeEngine' | 'onOverBudget'>) {
    this.#server = server;
    this.#onOverBudget = onOverBudget;
    this.name = server.name;
    this.path = `/mcp/${server.name}`;
    this.source.replaceWith(server.source);
    this.engine = makeEngine(server, this.source);
    this.#checkBudget();
    this.source.onChange((changed) => {
      if (changed.has('tools')) this.#checkBudget();
    });
  }

  get description(): string {
    return this.#server.description;
  }

  get plugins(): ReadonlyMap<string, HostedPlugin> {
    return this.#server.plugins;
  }

  get stateless(): boolean {
    return this.#server.stateless;
  }

  get discovery(): DiscoverySettings | undefined {
    return this.#server.discovery;
  }

  get budget(): number | undefined {
    return this.#server.budget;
  }

  get isConfigured(): boolean {
    return this.#server.isConfigured;
  }

  get overrides(): readonly string[] {
    return this.#server.overrides();
  }

  get remote(): RemoteStatus | undefined {
    return this.#server.remote?.();
  }

  get problems(): readonly string[] {
    const excess = this.#findExcess();
    return [...this.#server.problems(), ...(excess === undefined ? [] : [`server "${this.name}": ${excess}`])];
  }

  become(next: WantedServer): void {
    const isReplaced = next.source !== this.#server.source;
    this.#server = next;
    if (isReplaced) this.source.replaceWith(next.source);
    this.#checkBudget();
  }

  #checkBudget(): void {
    const excess = this.#findExcess();
    if (excess !== undefined && !this.#isOverBudget) this.#onOverBudget(this.name, excess);
    this.#isOverBudget = excess !== undefined;
  }

  /** A server with a search lists few tools, however many it has. */
  #findExcess(): string | undefined {
    const { budget, discovery } = this.#server;
    if (budget === undefined || discovery?.mode === 'search') return undefined;
    const tokens = estimateTokens(this.source.current());
    return tokens > budget ? describeExcess(tokens, budget) : undefined;
  }

  close(): void {
    this.engine.close();
    this.source.clear();
  }
}
