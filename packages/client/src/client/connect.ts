/**
 * Connects a client to a server, in the newest revision that both know.
 */
import { findRevision, revisions } from '@sigil/core/engine';
import { ReconnectingClient } from '../reconnecting/reconnecting-client.js';
import { Breaker } from '../retry/breaker.js';
import type { Client, ConnectOptions } from './client.js';
import { ConnectedClient, readError } from './connected-client.js';
import { declareHandlers, replyWith } from './questions.js';
import { describeClient, isProgram, openConnector, type Target } from './target.js';

const defaultConnectTimeoutMs = 15_000;
const defaultTimeoutMs = 60_000;
const defaultRetries = 2;
/** The only caller decides when to stop trying. */
const neverOpens = { failures: Infinity, withinMs: 0, openMs: 0, burstMs: 0 };

/**
 * Connects to a server. The caller closes the client.
 *
 * @param target a URL, a program, or a channel
 * @throws ConnectionError when there is no connection, or the server does not speak the demanded revision
 * @throws ServerError when the server refuses the handshake
 * @throws TypeError for a URL of another scheme, a header that HTTP does not allow, or a revision that there is not
 */
export async function connect(target: Target, options: ConnectOptions): Promise<Client> {
  const { questions = {}, revision, connectTimeoutMs = defaultConnectTimeoutMs, signal } = options;
  signal?.throwIfAborted();
  const pinned = revision === undefined ? undefined : requireRevision(revision);
  const none = (): void => undefined;
  const server = new ReconnectingClient({
    ...openConnector(target, connectTimeoutMs),
    protocol: pinned?.era ?? 'auto',
    pinnedRevision: pinned?.era === 'legacy' ? pinned.date : undefined,
    client: describeClient(options),
    connectTimeoutMs,
    startTimeoutMs: isProgram(target) ? connectTimeoutMs : undefined,
    retries: options.retries ?? defaultRetries,
    breaker: new Breaker(neverOpens),
    isOfOneClient: true,
    clientCapabilities: options.capabilities ?? declareHandlers(questions, revision),
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
