/**
 * The upstream servers of a configuration: opened once, kept while their configuration stays the same, and closed when it no longer
 * names them.
 */
import { canonicalJson } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import { openRemote, type ObservedRequest, type RemoteOptions, type RemoteServer } from '@sigil/gateway';
import type { ServerLog } from '../log/server-log.js';
import { compileCheck } from '../servers/check-json.js';
import type { StdioClient } from './stdio-client.js';
import { UpstreamSummary } from './upstream-summary.js';
import type { UpstreamCallers } from './upstream-callers.js';

/** The dependencies of the upstream servers. */
export interface RemoteServersOptions extends Pick<RemoteOptions, 'client' | 'folder'> {
  /** Present where all calls belong to one client. */
  readonly onlyClient?: Pick<StdioClient, 'capabilities'> | undefined;
  /** Absent when callers have no identity at upstream servers. */
  readonly callers?: Pick<UpstreamCallers, 'callerToken' | 'signIns'> | undefined;
  readonly log: Pick<ServerLog, 'note' | 'problem'>;
  /** Defaults for each configuration. */
  readonly defaults: JsonObject;
  /** The tools of this server's own plugins, by plugin. */
  readonly ownTools?: (() => ReadonlyMap<string, readonly string[]>) | undefined;
  /** Called for each request that was passed on to the named upstream. */
  readonly onUpstreamRequest?: ((upstream: string, request: ObservedRequest) => void) | undefined;
}

interface Kept {
  readonly text: string;
  readonly remote: RemoteServer;
}

/** Time that calls to an upstream may take to finish after its configuration changed or was removed. */
const removalGraceMs = 30_000;

export class RemoteServers {
  readonly #kept = new Map<string, Kept>();
  readonly #told = new Set<string>();
  #used = new Set<string>();
  #clientCapabilities: JsonObject | undefined;
  readonly #summary = new UpstreamSummary(
    () => [...this.#kept.values()].map(({ remote }) => remote),
    (line) => this.options.log.note('upstreams', line),
  );

  constructor(private readonly options: RemoteServersOptions) {}

  /** The upstream servers by server name, in the order of opening. */
  get all(): ReadonlyMap<string, RemoteServer> {
    return new Map([...this.#kept].map(([name, { remote }]) => [name, remote]));
  }

  /** Waits for the only client to say what it can do, as upstream servers read it when they are opened. */
  async meetClient(): Promise<void> {
    this.#clientCapabilities ??= await this.options.onlyClient?.capabilities();
  }

  /**
   * Opens the catalog of a server's upstream. An equal configuration reuses the same upstream.
   *
   * @throws RemoteConfigurationError when the configuration is wrong
   */
  open(name: string, given: JsonObject): CatalogSource {
    const configuration = { ...this.options.defaults, ...given };
    const text = canonicalJson(configuration);
    const known = this.#kept.get(name);
    this.#used.add(name);
    if (known?.text === text) return known.remote.source;
    const { log, client, folder, onlyClient, callers, onUpstreamRequest } = this.options;
    const remote = openRemote(configuration, {
      name,
      client,
      isOfOneClient: onlyClient !== undefined,
      clientCapabilities: this.#clientCapabilities,
      callerToken: callers?.callerToken,
      signIns: callers?.signIns,
      ...(folder === undefined ? {} : { folder }),
      checkOf: compileCheck,
      onProblem: (why) => log.problem(name, why),
      onNote: (note) => log.note(name, note),
      onStatus: () => this.#summary.changed(),
      ...(onUpstreamRequest ? { onRequest: (request) => onUpstreamRequest(name, request) } : {}),
    });
    void known?.remote.close(removalGraceMs);
    this.#kept.set(name, { text, remote });
    remote.source.onChange(() => {
      this.#tellShadowing(name);
      this.#summary.changed();
    });
    return remote.source;
  }

  /** Returns the upstream's definitions that are not offered, look suspicious, or share names with other tools, one sentence each. */
  problemsOf(name: string): readonly string[] {
    const leftOut = this.#kept.get(name)?.remote.leftOut ?? [];
    return [...leftOut, ...this.#findShadowing(name)];
  }

  /** Finds tools with the same name as others, since a model with both may confuse them. */
  #findShadowing(name: string): readonly string[] {
    const own = this.#kept.get(name)?.remote;
    if (!own) return [];
    const names = toolNames(own);
    const remotes = [...this.#kept].filter(([other]) => other !== name);
    const others = [
      ...remotes.map(([other, { remote }]) => [`server "${other}"`, toolNames(remote)] as const),
      ...[...(this.options.ownTools?.() ?? [])].map(([plugin, own]) => [`plugin "${plugin}"`, own] as const),
    ];
    return others.flatMap(([whose, theirs]) => {
      const same = theirs.filter((it) => names.includes(it));
      return same.map((it) => `the tool ${JSON.stringify(it)} has the name of one of ${whose}`);
    });
  }

  #tellShadowing(name: string): void {
    for (const why of this.#findShadowing(name)) {
      const line = `${name}: ${why}`;
      if (!this.#told.has(line)) this.options.log.problem(name, why);
      this.#told.add(line);
    }
  }

  /** Closes the upstream servers that were not opened since the last call. */
  closeUnused(): void {
    for (const [name, { remote }] of this.#kept) {
      if (this.#used.has(name)) continue;
      this.#kept.delete(name);
      void remote.close(removalGraceMs);
    }
    this.#used = new Set();
    this.#summary.changed();
  }

  /** Settles when every required upstream has been tried once. @returns those that do not serve, with the reasons */
  async findMissing(): Promise<ReadonlyMap<string, string>> {
    const required = [...this.all].filter(([, { configuration }]) => configuration.required);
    await Promise.all(required.map(([, { ready }]) => ready));
    const missing = required.filter(([, { status }]) => status.state !== 'serving' && status.state !== 'pinned');
    return new Map(missing.map(([name, { status }]) => [name, status.lastError?.message ?? 'it does not serve']));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ remote }) => remote.close()));
    this.#kept.clear();
  }
}

function toolNames({ source }: RemoteServer): readonly string[] {
  return source.current().tools.map(({ definition }) => definition.name);
}
