/**
 * Listens to an upstream server's stream of news for as long as there is one: a stream that ends or breaks off is opened again.
 *
 * Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpConnection, StreamRequest } from '../connect/http-connection.js';
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

/** @returns never @throws the signal's reason; UpstreamError when the upstream has no stream for us, or the session is lost */
export async function listenToNews(connection: HttpConnection, stream: NewsStream): Promise<never> {
  const { signal } = stream;
  for (let failed = 0; ; failed++) {
    const onStart = (): void => {
      failed = 0;
      stream.onStart();
    };
    const busyMs = await listenOnce(connection, { ...stream, onStart });
    signal.throwIfAborted();
    stream.onAway();
    const ms = Math.max(busyMs, Math.min(listenAgainMs * 2 ** failed, longestPauseMs));
    await pause(Math.min(ms, longestBusyMs), undefined, { signal, ref: false });
  }
}

/** @returns the milliseconds that the upstream is busy for */
async function listenOnce(connection: HttpConnection, stream: StreamRequest): Promise<number> {
  try {
    await connection.listen(stream);
    return 0;
  } catch (error) {
    if (!(error instanceof UpstreamError) || isRefusal(error)) throw error;
    return error.retryAfterMs ?? 0;
  }
}

/** An upstream that has no stream says so with a status, mostly with 405. */
function isRefusal({ failure, status }: UpstreamError): boolean {
  const isPassing = ['broken', 'unreachable', 'busy', 'unreadable'].includes(failure);
  return !isPassing || status === notImplemented;
}
