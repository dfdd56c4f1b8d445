/**
 * Connects a client to a server over any transport, in the newest revision that both know.
 *
 * Knows nothing of the transports, so it runs wherever one of them does.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { findRevision } from '@sigil/core/internal';
import { ReconnectingClient } from '../reconnecting/reconnecting-client.js';
import { Breaker } from '../retry/breaker.js';
import type { Connection, ConnectionEvents } from '../transports/connection.js';
import type { Client, ConnectOptions } from './client.js';
import { ConnectedClient, readError } from './connected-client.js';
import { declareHandlers, replyWith } from './questions.js';

/** The functions that make connections to a server. */
export interface Connector {
  connect(events: ConnectionEvents): Connection;
  /** Connects with the oldest HTTP transport; absent if it must not be tried. */
  connectOld?(events: ConnectionEvents): Connection;
  /** The time that a program has to start; absent for a server that runs already. */
  readonly startTimeoutMs?: number;
}

/** The limit of connecting, unless the caller names another. */
export const defaultConnectTimeoutMs = 15_000;
const defaultTimeoutMs = 60_000;
const defaultRetries = 2;
/** The only caller decides when to stop trying. */
const neverOpens = { failures: Infinity, withinMs: 0, openMs: 0, burstMs: 0 };

/** Does what `connect` promises, over the connections of the connector. */
export async function openClient(connector: Connector, options: ConnectOptions): Promise<Client> {
  const { questions = {}, revision, connectTimeoutMs = defaultConnectTimeoutMs, signal } = options;
  signal?.throwIfAborted();
  const pinned = revision === undefined ? undefined : requireRevision(revision);
  const none = (): void => undefined;
  const server = new ReconnectingClient({
    ...connector,
    protocol: pinned?.era ?? 'auto',
    pinnedRevision: pinned?.era === 'legacy' ? pinned.date : undefined,
    client: describeClient(options),
    connectTimeoutMs,
    retries: options.retries ?? defaultRetries,
    breaker: new Breaker(neverOpens),
    isOfOneClient: true,
    clientCapabilities: declareAll(options),
    events: {
      onListChanged: none,
      onResourceUpdated: none,
      onPageDone: none,
      onLost: none,
      onLog: none,
      onRenewed: () => client.reportReconnected(),
      onNotification: (message) => client.reportNotification(message),
      onQuestion: (message, withdrawn = new AbortController().signal) => replyWith(questions, message, withdrawn),
    },
  });
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const client = new ConnectedClient(server, { ...options, questions, timeoutMs });
  try {
    await orAborted(server.connect(), signal);
    return client;
  } catch (error) {
    await client.close();
    throw readError(error);
  }
}

function requireRevision(date: string): NonNullable<ReturnType<typeof findRevision>> {
  const revision = findRevision(date);
  if (revision) return revision;
  throw new TypeError(`expected one of the revisions ${revisions.map((it) => it.date).join(', ')}, got "${date}"`);
}

function orAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function declareAll({ capabilities, questions = {}, revision, extensions }: ConnectOptions): JsonObject {
  const declared = capabilities ?? declareHandlers(questions, revision);
  if (!extensions) return declared;
  const { extensions: others } = declared;
  return { ...declared, extensions: { ...(isJsonObject(others) && others), ...extensions } };
}

function describeClient({ name, version, title }: ConnectOptions): JsonObject {
  return { name, version, ...(title === undefined ? {} : { title }) };
}
