/**
 * Listens to an upstream server's stream of news for as long as there is one: a stream that ends or breaks off is opened again.
 *
 * Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server, #resumability-and-redelivery
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpConnection, StreamRequest } from '../connect/http-connection.js';
import type { HttpOutcome } from '../connect/http-exchange.js';
import { UpstreamError } from '../trouble/upstream-error.js';

/** The stream, and what is told of it. */
export interface NewsStream extends StreamRequest {
  /** Told each time the stream begins. */
  onStart(): void;
  /** Told each time it is over, or could not be opened. */
  onAway(): void;
}

/** The pause before a stream is opened again; it doubles while none begins. */
const listenAgainMs = 1_000;
const longestPauseMs = 30_000;
/** The longest that an upstream can be busy for. */
const longestBusyMs = 300_000;
const notImplemented = 501;

/**
 * Goes on behind the last event that had an id, where the upstream lets us.
 *
 * @returns never
 * @throws the signal's reason; UpstreamError when the upstream has no stream for us, or the session is lost
 */
export async function listenToNews(connection: HttpConnection, stream: NewsStream): Promise<never> {
  const { signal } = stream;
  let lastEventId: string | undefined;
  for (let failed = 0; ; failed++) {
    const onStart = (): void => {
      failed = 0;
      stream.onStart();
    };
    const heard = await listenOnce(connection, { ...stream, onStart }, lastEventId);
    signal.throwIfAborted();
    stream.onAway();
    lastEventId = heard.lastEventId;
    const ms = Math.max(heard.retryMs ?? 0, Math.min(listenAgainMs * 2 ** failed, longestPauseMs));
    await pause(Math.min(ms, longestBusyMs), undefined, { signal, ref: false });
  }
}

/** The place to go on from, and the milliseconds after which the upstream wants to be asked again. */
type Heard = Pick<HttpOutcome, 'lastEventId' | 'retryMs'>;

/** An upstream that keeps the event no longer refuses to go on from it. */
const fromTheBeginning: Heard = { lastEventId: undefined, retryMs: undefined };

async function listenOnce(connection: HttpConnection, stream: StreamRequest, from: string | undefined): Promise<Heard> {
  const headers = from === undefined ? stream.headers : { ...stream.headers, 'last-event-id': from };
  try {
    const { status, lastEventId = from, retryMs } = await connection.listen({ ...stream, headers });
    return status < 400 ? { lastEventId, retryMs } : fromTheBeginning;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (!isRefusal(error)) return { lastEventId: from, retryMs: error.retryAfterMs };
    if (from !== undefined && error.failure === 'refused') return fromTheBeginning;
    throw error;
  }
}

/** An upstream that has no stream says so with a status, mostly with 405. */
function isRefusal({ failure, status }: UpstreamError): boolean {
  const isPassing = ['broken', 'unreachable', 'busy', 'unreadable'].includes(failure);
  return !isPassing || status === notImplemented;
}
