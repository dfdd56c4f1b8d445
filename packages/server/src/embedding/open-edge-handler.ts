/**
 * Answers requests of the Fetch standard with built plugins that are in memory, for runtimes without files and processes.
 *
 * Of this package it imports nothing else that serves: a bundle has core, the HTTP transport and the plugins.
 */
import { describeThrown, PluginError, type DiscoveryMode, type Implementation } from '@sigil/core/building';
import { Clients, createEngine, defaultLimits, type Fault } from '@sigil/core/engine';
import { assumedHttpRevision } from '@sigil/core/internal';
import { composeSources } from '@sigil/plugin-host/composing';
import { createEndpoint, fetchHandler, type FetchHandler } from '@sigil/transport-http';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { DiscoverySettings } from '../configuration/discovery-settings.js';
import { loadEdgeSearch, readEdgeDiscovery } from './edge-discovery.js';
import { checkEdgeOptions, separateEdgeLimits, type EdgeHandlerOptions, type EdgeLimits } from './edge-options.js';
import {
  readEdgePlugin,
  startEdgePlugin,
  type EdgePlugin,
  type ReadEdgePlugin,
  type StartedEdgePlugin,
} from './edge-plugin.js';

/** Plugins that are served from memory. */
export interface EdgeHandler {
  /**
   * Answers one request, whatever its path. The first one starts the plugins, because most runtimes allow code outside of a request neither
   * time nor randomness; status 503 while they cannot be started within `callTimeoutMs`, and the next request tries again.
   */
  readonly handler: FetchHandler;
  /** Refuses new requests, ends running ones, and stops the plugins. A runtime that drops its isolate needs no call. */
  close(): Promise<void>;
}

/** Most hosts and origins that are logged: more would be the names that scanners try. */
const mostForbidden = 20;

interface Served {
  readonly handle: FetchHandler;
  close(): Promise<void>;
}

/**
 * Checks the plugins and the options, and runs nothing yet. One plugin is served under its own names; the names of several get the name of
 * their plugin in front, as those of a server's `all`.
 *
 * @throws ConfigurationError or PluginError for parts that cannot be served
 */
export function openEdgeHandler(plugins: readonly EdgePlugin[], options: EdgeHandlerOptions = {}): EdgeHandler {
  checkEdgeOptions(options);
  const { environment = {}, write = writeToConsole } = options;
  const read = readPlugins(plugins, environment);
  const site = {
    options,
    limits: separateEdgeLimits(options.limits ?? {}),
    discovery: readEdgeDiscovery(options.discovery ?? askedFor(read)),
    write,
  };
  let opening: Promise<Served> | undefined;
  let isClosed = false;
  const open = async (): Promise<Served | undefined> => {
    const own = (opening ??= serve(read, site));
    try {
      return await own;
    } catch (error) {
      // Of the requests that waited for it, the first one makes room for another try.
      if (opening !== own) return undefined;
      opening = undefined;
      write(`${nameOf(read)}: cannot be served: ${describe(error)}\n`);
      return undefined;
    }
  };
  return {
    async handler(request, caller) {
      const served = isClosed ? undefined : await open();
      return served ? served.handle(request, caller) : Response.json(unavailable(nameOf(read)), { status: 503 });
    },
    async close() {
      isClosed = true;
      const served = await opening?.catch(() => undefined);
      opening = undefined;
      await served?.close();
    },
  };
}

function readPlugins(plugins: readonly EdgePlugin[], environment: object): readonly ReadEdgePlugin[] {
  if (!Array.isArray(plugins) || plugins.length === 0)
    throw new ConfigurationError(
      'openEdgeHandler takes a list of plugins, each with its "manifest" and its "code": an edge runtime has no folders to read them from',
    );
  const read = plugins.map((plugin: EdgePlugin, index) => readEdgePlugin(plugin, `plugins[${index}]`, environment));
  const names = read.map(({ manifest }) => manifest.plugin.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ConfigurationError(`two plugins are called "${twice}"`);
  const viewed = read.length > 1 ? read.find(({ manifest }) => manifest.views) : undefined;
  if (viewed)
    throw new ConfigurationError(
      `the plugin "${viewed.manifest.plugin.name}" has views, which call its tools by their own names: open a handler for it alone`,
    );
  return read.toSorted(({ manifest: a }, { manifest: b }) => (a.plugin.name < b.plugin.name ? -1 : 1));
}

interface Site {
  readonly options: EdgeHandlerOptions;
  readonly limits: EdgeLimits;
  readonly discovery: DiscoverySettings;
  readonly write: (line: string) => void;
}

async function serve(plugins: readonly ReadEdgePlugin[], { options, limits, discovery, write }: Site): Promise<Served> {
  const name = nameOf(plugins);
  const { callTimeoutMs = defaultLimits.callTimeoutMs } = limits.operation;
  // Before the plugins, which would have to be stopped again.
  const search = await loadEdgeSearch(discovery);
  const started = await startInTime(plugins, callTimeoutMs);
  const { allowedHosts, allowedOrigins, requestStateKeys, namespaceSeparator: separator = '_' } = options;
  const onFault = ({ during, error, incident }: Fault): void =>
    write(`${name}: ${during} failed${incident === undefined ? '' : ` (incident ${incident})`}: ${describe(error)}\n`);
  const parts = started.map(({ source }, index) => {
    const namespace = plugins[index]!.manifest.plugin.name;
    return { source, namespace, separator, server: namespace };
  });
  const [only, ...others] = started;
  const source = only && others.length === 0 ? only.source : composeSources(parts, (why) => write(`${name}: ${why}\n`));
  for (const why of search?.problemsOfDiscovery(discovery, source) ?? []) write(`${name}: ${why}\n`);
  const engine = createEngine({
    info: infoOf(plugins),
    source,
    limits: limits.operation,
    discovery: search?.openDiscovery(discovery),
    onFault,
    ...(requestStateKeys && { requestStateKeys }),
  });
  const forbidden = new Set<string>();
  const endpoint = createEndpoint(engine, {
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
    clients: new Clients(limits.shared),
    sessions: 'stateless',
    onForbidden: (message) => {
      if (forbidden.size >= mostForbidden || forbidden.has(message)) return;
      forbidden.add(message);
      write(`${name}: ${message}\n`);
    },
    onFault,
  });
  return {
    handle: fetchHandler(endpoint),
    async close() {
      engine.endSubscriptions();
      await endpoint.close();
      engine.close();
      await stopAll(started);
    },
  };
}

/** @throws PluginError for a start that takes longer; a late one is stopped again */
async function startInTime(plugins: readonly ReadEdgePlugin[], ms: number): Promise<readonly StartedEdgePlugin[]> {
  const starting = startAll(plugins);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const end = (): void => {
      starting.then(stopAll, () => undefined); // a failure after that is of no use
      reject(new PluginError('start-failed', `the start took longer than ${ms} ms (limit callTimeoutMs)`));
    };
    timer = setTimeout(end, ms);
  });
  try {
    return await Promise.race([starting, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws the first failure, after the plugins that did start have been stopped */
async function startAll(plugins: readonly ReadEdgePlugin[]): Promise<readonly StartedEdgePlugin[]> {
  const starts = await Promise.allSettled(plugins.map(startEdgePlugin));
  const started = starts.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  const failed = starts.find((it) => it.status === 'rejected');
  if (!failed) return started;
  await stopAll(started);
  throw failed.reason;
}

/** Stops each plugin, whatever another one's code throws at its end: nothing can be done about it. */
async function stopAll(started: readonly StartedEdgePlugin[]): Promise<void> {
  await Promise.allSettled(started.map((plugin) => plugin.stop()));
}

/** Returns the mode that the only plugin asks for. */
function askedFor([only, ...others]: readonly ReadEdgePlugin[]): DiscoveryMode {
  return (others.length === 0 ? only?.manifest.plugin.discovery : undefined) ?? 'all';
}

function nameOf(plugins: readonly ReadEdgePlugin[]): string {
  const [only, ...others] = plugins;
  return only && others.length === 0 ? only.manifest.plugin.name : 'all';
}

/** Returns the facts of the only plugin; several together have the version of the first by name. */
function infoOf(plugins: readonly ReadEdgePlugin[]): Implementation {
  const [first, ...others] = plugins;
  const { version = '', description } = first?.manifest.plugin ?? {};
  if (others.length > 0) return { name: 'all', version, description: 'All servers together' };
  return { name: nameOf(plugins), version, ...(description ? { description } : {}) };
}

/** Errors whose message is enough. */
const plainNames: ReadonlySet<string> = new Set(['PluginError', 'ConfigurationError']);

function describe(error: unknown): string {
  return describeThrown(error, { withStack: ({ name }) => !plainNames.has(name) });
}

function writeToConsole(line: string): void {
  // oxlint-disable-next-line no-console -- the log of an edge runtime
  console.error(line.trimEnd());
}

function unavailable(server: string): object {
  return {
    jsonrpc: '2.0',
    error: { code: assumedHttpRevision.errorCodes['internal-error'], message: `the server "${server}" is not served` },
  };
}
