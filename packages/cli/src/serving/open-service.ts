/**
 * Serves a hosted plugin as the deployed server would: over standard input and output, or over HTTP and WebSocket with its pages.
 */
import type { Manifest } from '@sigil/core/building';
import type { Fault, Interceptor } from '@sigil/core/engine';
import type { HostedPlugin, HostEvent } from '@sigil/plugin-host';
import type { LoopWatch } from '@sigil/plugin-host/program';
import type { BuildErrors } from '@sigil/server/builder';
import type { ExtendedEngine } from '@sigil/server/extending';
import type {
  BuildChange,
  Membership,
  PluginServerParts,
  PluginServerSettings,
  RecordedStories,
  ServingLog,
} from '@sigil/server/plugin-server';
import { describeFailure } from '../failures/describe-failure.js';
import type { Terminal } from '../terminal/terminal.js';
import type { Carrier } from './carrier.js';
import { describeFault } from './describe-fault.js';
import { openOperatorModules } from './open-operator-modules.js';

/** A plugin that is being served. */
export interface Service {
  /** The URL of the service; undefined on standard input and output. */
  readonly url: string | undefined;
  /** The URL of the service over WebSocket, if it has one. */
  readonly webSocketUrl?: string | undefined;
  /** The address of its page for people; undefined on standard input and output. */
  readonly pageUrl?: string | undefined;
  /** Resolves when the client has left for good; over HTTP it never does. */
  readonly ended: Promise<void>;
  /** Passes an event of the plugin to the dashboard, metrics and audit trail. */
  hostEvent(event: HostEvent): void;
  /**
   * Drains running calls for a while, then ends them. The plugin stays open.
   * @param isReplaced whether another process already serves the address
   */
  close(isReplaced?: boolean): Promise<void>;
}

/** Records failing calls, for the one who develops the plugin. */
export interface FailureRecorder {
  /** Runs around calls. */
  readonly interceptor: Interceptor;
  /** Takes an error of the plugin's code. */
  fault(fault: Fault): void;
}

/** The plugin to serve, and the options. */
export interface Offering {
  readonly hosted: HostedPlugin;
  /** Names the server until a build does. */
  readonly identity: Pick<Manifest['plugin'], 'name' | 'version' | 'description'>;
  readonly carrier: Carrier;
  /** Longest wait for running calls on close. */
  readonly drainMs: number;
  /** Event-loop blocks, shown on the pages. */
  readonly loop: Pick<LoopWatch, 'blocked'>;
  /** The builds that replaced others, shown on the pages. */
  readonly changes: () => readonly BuildChange[];
  /** The errors of the latest build, shown on the pages; absent if nothing is built here. */
  readonly errors?: BuildErrors;
  /** Reads the recorded inputs of the plugin's views; absent if none are served. */
  readonly stories?: () => Promise<RecordedStories>;
  /** Remembers failures for coding agents; absent without them. */
  readonly failures?: FailureRecorder | undefined;
  /** The role of this process among several; absent in one that serves alone. */
  readonly member?: Membership | undefined;
}

/** @throws ListenError when the port or the host cannot be used */
export async function openService(
  { hosted, identity, carrier, drainMs, loop, changes, errors, failures, stories, member }: Offering,
  terminal: Terminal,
): Promise<Service> {
  const { openPluginServer } = await import('@sigil/server/plugin-server');
  const { name, version, description } = identity;
  const offered = { name, version, description, source: hosted, plugin: hosted };
  const streams = { input: terminal.stdin, output: terminal.stdout };
  const parts = {
    log: logOn(terminal, failures),
    observing: observingOn(terminal),
    loop,
    streams,
    member,
    closeGraceMs: drainMs,
    changes,
    ...(errors && { buildErrors: () => errors.all }),
    ...(stories && { stories }),
  };
  const modules = await openOperatorModules(carrier, terminal);
  const extended = { ...parts, extended: failures ? rememberFailures(failures, modules?.engine) : modules?.engine };
  const server = await openPluginServer(offered, settingsOf(carrier), extended).catch((error: unknown) => {
    modules?.close();
    throw error;
  });
  const url = server.url && `${server.url}/mcp/${name}`;
  const isOverWebSocket = carrier.kind === 'http' && carrier.webSocket;
  return {
    url,
    webSocketUrl: isOverWebSocket ? url && `${url.replace('http', 'ws')}/ws` : undefined,
    pageUrl: server.url && `${server.url}/mcp/meta/${encodeURIComponent(name)}`,
    ended: server.ended,
    hostEvent: (event) => server.hostEvent(event),
    async close(isReplaced = false) {
      modules?.close();
      await server.close({ isReplaced });
    },
  };
}

/** Returns the settings for a server on this transport. */
export function settingsOf(carrier: Carrier): PluginServerSettings {
  const discovery = carrier.discovery && { mode: carrier.discovery };
  if (carrier.kind === 'stdio') return { stdio: carrier.view, discovery };
  const { host, port, allowedHosts, sandboxUrl, stateless, webSocket: ws } = carrier;
  return { host, port, allowedHosts, sandboxUrl, stateless, ws, discovery };
}

/** Returns observation settings from the environment, with lines on standard error. */
export function observingOn({ env, err }: Terminal): NonNullable<PluginServerParts['observing']> {
  return { environment: env, write: (line) => err.line(line.trimEnd()) };
}

/** Puts the record of failures around all interceptors, so that it also has the requests that these refuse. */
function rememberFailures(failures: FailureRecorder, engine: ExtendedEngine = {}): ExtendedEngine {
  return { ...engine, interceptors: () => [failures.interceptor, ...(engine.interceptors?.() ?? [])] };
}

/** Reports faults on the terminal. */
export function logOn(terminal: Terminal, failures?: FailureRecorder): ServingLog {
  const { err } = terminal;
  return {
    faultsOf: () => (fault) => {
      failures?.fault(fault);
      err.line(describeFault(fault, terminal));
    },
    failure: (subject, error) =>
      err.line(`${err.paint.red('error:')} ${subject} failed: ${describeFailure(error, terminal)}`),
  };
}
