/**
 * The servers that a client can connect to, and the transport that leads to each.
 */
import { ChannelConnection } from '../transports/channel-connection.js';
import type { Connection, ConnectionEvents } from '../transports/connection.js';
import { openHttpConnection, openSseConnection } from '../transports/open-http-pool.js';
import { readInherited } from '../transports/program-environment.js';
import { proxyFor } from '../transports/proxy-choice.js';
import { StdioConnection } from '../transports/stdio-connection.js';
import { WsConnection } from '../transports/ws-connection.js';
import type { Connector } from './open-client.js';
import { openAuthorization, requireScheme, type ChannelTarget, type UrlTarget } from './url-target.js';

/** A server that is a program of this machine, spoken to over its standard input and output. The client starts and ends it. */
export interface ProgramTarget {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the variables that every program needs, such as `PATH`. No other variable of this process reaches the program. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line that the program writes to its standard error. */
  readonly onStderr?: (line: string) => void;
}

/** A server to connect to. A string is a URL. */
export type Target = string | URL | UrlTarget | ProgramTarget | ChannelTarget;

/** The limits of every connection. */
const limits = {
  maxMessageBytes: 64 * 1024 * 1024,
  maxBufferedBytes: 16 * 1024 * 1024,
  maxConnections: 32,
  healthMs: 60_000,
  killGraceMs: 3_000,
};

/** Opens no connection yet. @throws TypeError for a URL of another scheme, or a header that HTTP does not allow */
export function openConnector(target: Target, connectTimeoutMs: number): Connector {
  if (typeof target === 'string' || target instanceof URL) return urlConnector({ url: target }, connectTimeoutMs);
  if ('open' in target) return { connect: (events) => new ChannelConnection((reader) => target.open(reader), events) };
  return 'command' in target ? programConnector(target, connectTimeoutMs) : urlConnector(target, connectTimeoutMs);
}

function programConnector(
  { command, args = [], cwd, env = {}, onStderr }: ProgramTarget,
  startTimeoutMs: number,
): Connector {
  const environment = { ...readInherited(process.env), ...env };
  const program = { ...limits, command, args, cwd, environment };
  return {
    connect: (events) => new StdioConnection(program, { ...events, onLog: (line) => onStderr?.(line) }),
    startTimeoutMs,
  };
}

function urlConnector(target: UrlTarget, connectTimeoutMs: number): Connector {
  const { transport = 'auto', headers: given = {} } = target;
  const url = new URL(target.url);
  const scheme = requireScheme(url);
  const headers = Object.fromEntries(new Headers(given));
  const authorization = openAuthorization(target, url);
  const options = { ...limits, headers, authorization, connectTimeoutMs, allowPrivate: true };
  if (transport === 'ws' || scheme === 'ws') {
    const socket = { ...options, url: new URL(url.href.replace(/^http/, 'ws')) };
    return { connect: (events) => new WsConnection(socket, events) };
  }
  const http = { ...options, url, proxy: proxyFor(url, process.env) };
  const connectOld = (events: ConnectionEvents): Connection => openSseConnection(http, events);
  if (transport === 'sse') return { connect: connectOld };
  const connect = (): Connection => openHttpConnection(http);
  return transport === 'auto' ? { connect, connectOld } : { connect };
}
