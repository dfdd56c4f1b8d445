/**
 * Reaches servers with what every web platform has: `fetch` and `WebSocket`.
 */
import { ConnectionError } from '../errors/connection-error.js';
import { ChannelConnection, type ChannelReader, type TextChannel } from '../transports/channel-connection.js';
import type { Connection, ConnectionEvents } from '../transports/connection.js';
import { FetchPool } from '../transports/fetch-pool.js';
import { HttpConnection } from '../transports/http-connection.js';
import { SseConnection } from '../transports/sse-connection.js';
import type { Connector } from './open-client.js';
import { openAuthorization, requireScheme, type ChannelTarget, type UrlTarget } from './url-target.js';

/** A server that can be reached from a browser. A string is a URL. A WebSocket takes no `headers` and no `auth` there. */
export type WebTarget = string | URL | UrlTarget | ChannelTarget;

const limits = { maxMessageBytes: 64 * 1024 * 1024, maxConnections: 32 };

/** Opens no connection yet. @throws TypeError for a URL of another scheme, a header that HTTP does not allow, or credentials for a WebSocket */
export function openWebConnector(target: WebTarget, connectTimeoutMs: number): Connector {
  if (typeof target === 'string' || target instanceof URL) return urlConnector({ url: target }, connectTimeoutMs);
  if ('open' in target) return { connect: (events) => new ChannelConnection((reader) => target.open(reader), events) };
  return urlConnector(target, connectTimeoutMs);
}

function urlConnector(target: UrlTarget, connectTimeoutMs: number): Connector {
  const { transport = 'auto', headers: given = {} } = target;
  const url = new URL(target.url);
  const scheme = requireScheme(url);
  const headers = Object.fromEntries(new Headers(given));
  const authorization = openAuthorization(target, url);
  if (transport === 'ws' || scheme === 'ws') {
    if (authorization || Object.keys(headers).length > 0)
      throw new TypeError('a WebSocket of this platform carries no headers and no credentials');
    const address = url.href.replace(/^http/, 'ws');
    return { connect: (events) => new ChannelConnection((reader) => openWebSocket(address, reader), events) };
  }
  const openPool = (): FetchPool => new FetchPool(url.origin);
  const http = { ...limits, url, headers, authorization, connectTimeoutMs, openPool };
  const connectOld = (events: ConnectionEvents): Connection => new SseConnection(http, events);
  if (transport === 'sse') return { connect: connectOld };
  const connect = (): Connection => new HttpConnection(http);
  return transport === 'auto' ? { connect, connectOld } : { connect };
}

/** Messages that are sent before the socket is open wait for it. */
function openWebSocket(address: string, reader: ChannelReader): TextChannel {
  const socket = new WebSocket(address, 'mcp');
  const waiting: string[] = [];
  let isOpen = false;
  socket.addEventListener('open', () => {
    isOpen = true;
    for (const text of waiting.splice(0)) socket.send(text);
  });
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') reader.receive(data);
  });
  socket.addEventListener('close', ({ code }) => {
    const message = isOpen ? `the server closed the socket (code ${code})` : 'the server cannot be reached';
    reader.end(new ConnectionError(isOpen ? 'broken' : 'unreachable', message, { mayHaveRun: isOpen }));
  });
  return {
    send: (text) => {
      if (isOpen) socket.send(text);
      else waiting.push(text);
    },
    close: async () => socket.close(),
  };
}
