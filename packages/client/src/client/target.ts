/**
 * The servers that a client can connect to, and the transport that leads to each.
 */
import type { JsonObject } from '@sigil/core';
import { ProviderAuthorization, TokenAuthorization, type OAuthProvider } from '../auth/provider-authorization.js';
import type { Authorization } from '../transports/authorization.js';
import { ChannelConnection, type ChannelReader, type TextChannel } from '../transports/channel-connection.js';
import type { Connection, ConnectionEvents } from '../transports/connection.js';
import { HttpConnection } from '../transports/http-connection.js';
import { readInherited } from '../transports/program-environment.js';
import { proxyFor } from '../transports/proxy-for.js';
import { SseConnection } from '../transports/sse-connection.js';
import { StdioConnection } from '../transports/stdio-connection.js';
import { WsConnection } from '../transports/ws-connection.js';

/** A server at a URL. */
export interface UrlTarget {
  readonly url: string | URL;
  /**
   * `auto`, the default: a WebSocket for `ws:` and `wss:`; else Streamable HTTP, and the two endpoints of 2024-11-05 for a server that knows
   * no other transport. `sse` names those two endpoints.
   */
  readonly transport?: 'auto' | 'http' | 'sse' | 'ws';
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Credentials that change: a function that returns a bearer token, called again when the server refuses one, or a provider of the
   * official client, whose OAuth is then used. `@modelcontextprotocol/client` must be installed for a provider.
   */
  readonly auth?: (() => string | Promise<string>) | OAuthProvider;
}

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

/** A server behind a transport of the caller's own, or in this process. */
export interface ChannelTarget {
  /** Opens the channel, and again after it ended by itself. The client closes it. */
  open(reader: ChannelReader): TextChannel;
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

/** The functions that make connections to a target. */
export interface Connector {
  connect(events: ConnectionEvents): Connection;
  /** Connects with the oldest HTTP transport; absent where it must not be tried. */
  connectOld?(events: ConnectionEvents): Connection;
}

/** Opens no connection yet. @throws TypeError for a URL of another scheme, or a header that HTTP does not allow */
export function openConnector(target: Target, connectTimeoutMs: number): Connector {
  if (typeof target === 'string' || target instanceof URL) return urlConnector({ url: target }, connectTimeoutMs);
  if ('open' in target) return { connect: (events) => new ChannelConnection((reader) => target.open(reader), events) };
  return 'command' in target ? programConnector(target) : urlConnector(target, connectTimeoutMs);
}

/** Returns whether the target is a program, which needs time to start. */
export function isProgram(target: Target): target is ProgramTarget {
  return typeof target === 'object' && 'command' in target;
}

function programConnector({ command, args = [], cwd, env = {}, onStderr }: ProgramTarget): Connector {
  const environment = { ...readInherited(process.env), ...env };
  const program = { ...limits, command, args, cwd, environment };
  return {
    connect: (events) => new StdioConnection(program, { ...events, onLog: (line) => onStderr?.(line) }),
  };
}

const schemes: Readonly<Record<string, 'http' | 'ws' | undefined>> = {
  'http:': 'http',
  'https:': 'http',
  'ws:': 'ws',
  'wss:': 'ws',
};

function urlConnector(target: UrlTarget, connectTimeoutMs: number): Connector {
  const { transport = 'auto', headers: given = {} } = target;
  const url = new URL(target.url);
  const scheme = schemes[url.protocol];
  if (!scheme) throw new TypeError(`expected an http:, https:, ws: or wss: URL, got "${url.protocol}"`);
  const headers = Object.fromEntries(new Headers(given));
  const authorization = openAuthorization(target, url);
  const options = { ...limits, headers, authorization, connectTimeoutMs, allowPrivate: true };
  if (transport === 'ws' || scheme === 'ws') {
    const socket = { ...options, url: new URL(url.href.replace(/^http/, 'ws')) };
    return { connect: (events) => new WsConnection(socket, events) };
  }
  const http = { ...options, url, proxy: proxyFor(url, process.env) };
  const connectOld = (events: ConnectionEvents): Connection => new SseConnection(http, events);
  if (transport === 'sse') return { connect: connectOld };
  const connect = (): Connection => new HttpConnection(http);
  return transport === 'auto' ? { connect, connectOld } : { connect };
}

function openAuthorization({ auth }: UrlTarget, url: URL): Authorization | undefined {
  if (auth === undefined) return undefined;
  return typeof auth === 'function' ? new TokenAuthorization(auth) : new ProviderAuthorization(auth, url);
}

/** Returns how a client names itself. */
export function describeClient({
  name,
  version,
  title,
}: {
  name: string;
  version: string;
  title?: string;
}): JsonObject {
  return { name, version, ...(title === undefined ? {} : { title }) };
}
