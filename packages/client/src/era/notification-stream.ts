/**
 * Listens to a server's notification stream, and opens it again whenever it ends or breaks off.
 *
 * Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server, #resumability-and-redelivery
 */
import { backOffMs, type BackOff } from '@sigil/core/internal';
import type { HttpConnection, StreamRequest } from '../transports/http-connection.js';
import type { HttpOutcome } from '../transports/http-exchange.js';
import { pauseInBackground } from '../retry/pause.js';
import { ConnectionError } from '../errors/connection-error.js';

/** The stream, and the callbacks for its beginning and end. */
export interface NotificationStream extends StreamRequest {
  /** Called each time the stream begins. */
  onStart(): void;
  /** Called each time the stream ends or cannot be opened. */
  onAway(): void;
}

/** The pauses before a stream is opened again. A stream that lasted for longer than the last pause begins them anew. */
export const listenAgain: BackOff = { firstMs: 1_000, longestMs: 30_000, jitter: 0.25 };
/** The longest pause that a server can ask for. */
const longestBusyMs = 300_000;
const notImplemented = 501;

/**
 * Resumes after the last event that had an id, if the server allows it.
 *
 * @returns never
 * @throws the signal's reason; ConnectionError when the server has no stream for us, or the session is lost
 */
export async function listenToNotifications(connection: HttpConnection, stream: NotificationStream): Promise<never> {
  const { signal } = stream;
  let lastEventId: string | undefined;
  for (let failed = 0, pauseMs = 0; ; failed++) {
    let startedAt = Infinity;
    const onStart = (): void => {
      startedAt = performance.now();
      stream.onStart();
    };
    const ended = await listenOnce(connection, { ...stream, onStart }, lastEventId);
    signal.throwIfAborted();
    stream.onAway();
    lastEventId = ended.lastEventId;
    if (performance.now() - startedAt > pauseMs) failed = 0;
    pauseMs = Math.min(Math.max(ended.retryMs ?? 0, backOffMs(listenAgain, failed)), longestBusyMs);
    await pauseInBackground(pauseMs, signal);
  }
}

/** The event to resume after, and the pause in milliseconds that the server asked for. */
type Heard = Pick<HttpOutcome, 'lastEventId' | 'retryMs'>;

/** A server that has dropped the event refuses to resume after it. */
const fromTheBeginning: Heard = { lastEventId: undefined, retryMs: undefined };

async function listenOnce(connection: HttpConnection, stream: StreamRequest, from: string | undefined): Promise<Heard> {
  const headers = from === undefined ? stream.headers : { ...stream.headers, 'last-event-id': from };
  try {
    const { status, lastEventId = from, retryMs } = await connection.listen({ ...stream, headers });
    return status < 400 ? { lastEventId, retryMs } : fromTheBeginning;
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    if (!isRefusal(error)) return { lastEventId: from, retryMs: error.retryAfterMs };
    if (from !== undefined && error.failure === 'refused') return fromTheBeginning;
    throw error;
  }
}

/** A server without a stream refuses it with a status, mostly 405. */
function isRefusal({ failure, status }: ConnectionError): boolean {
  const isPassing = ['broken', 'unreachable', 'busy', 'unreadable'].includes(failure);
  return !isPassing || status === notImplemented;
}
