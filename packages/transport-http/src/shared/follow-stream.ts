/**
 * Relays a stream that another process sends, to its end. Ends a stream whose sender is gone.
 *
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import { assumedHttpRevision, type RequestId } from '@sigil/core/engine';
import type { EventPosition, KeptStream, StoredEvent } from '@sigil/core/stores';
import type { SharedSessions } from './shared-sessions.js';

/** The reader of a stream. */
export interface StreamReader {
  /** Returns whether the client is still connected. */
  isOpen(): boolean;
  /** Reports that messages will follow, so that the client gets the head immediately. */
  expect(): void;
  send(event: StoredEvent): void;
}

/** The dependencies of following a stream. */
export interface Following {
  readonly session: string;
  readonly shared: SharedSessions;
  readonly reader: StreamReader;
}

/** The outcome: the stream ended, the reader left, or the events after the position are not stored. */
export type FollowedStream =
  | { readonly end: 'over' | 'left'; readonly wasListening: boolean; readonly sent: number }
  | { readonly end: 'unknown' };

/** Interval of the checks that the sender is still alive. */
const checkMs = 500;
const senderIsGone =
  'the server that ran this request has ended: the request may or may not have taken effect; its result is lost';

/** @throws what the store throws */
export async function followStream(place: EventPosition, following: Following): Promise<FollowedStream> {
  const { session, shared, reader } = following;
  const { store } = shared;
  const kept = await store.events.findStream(session, place.stream);
  if (!kept) return { end: 'unknown' };
  const wasListening = kept.requests.length === 0;
  if (!kept.isEnded) reader.expect();
  if (wasListening && !kept.isEnded) await takeOver(place.stream, kept, following);
  let { number } = place;
  let sent = 0;
  let isOver = false;
  const take = (event: StoredEvent): void => {
    number = event.number;
    isOver = event.isLast ?? false;
    if (isOver && event.json === '') return;
    sent++;
    reader.send(event);
  };
  const news = new News(shared);
  const stop = store.events.onAppend(session, place.stream, () => news.come());
  try {
    for (;;) {
      const isKnown = await store.events.replayAfter(session, { stream: place.stream, number }, take);
      if (!isKnown) return sent === 0 ? { end: 'unknown' } : { end: 'left', wasListening, sent };
      // A stream that ended before its reader came may end exactly at the position.
      if (isOver || (kept.isEnded && number >= kept.lastNumber)) return { end: 'over', wasListening, sent };
      if (!reader.isOpen()) return { end: 'left', wasListening, sent };
      const isNews = await news.wait();
      if (!isNews && !(await shared.isThere(kept.sender))) await endFor(kept, place.stream, following);
    }
  } finally {
    stop();
  }
}

/** Takes over a stream for messages that belong to no request, which then continues here. */
async function takeOver(stream: string, kept: KeptStream, { session, shared }: Following): Promise<void> {
  const isThere = await shared.write(kept.sender, session, { kind: 'end-stream', stream });
  if (!isThere) await shared.store.events.endStream(session, stream, []);
}

async function endFor({ requests }: KeptStream, stream: string, { session, shared }: Following): Promise<void> {
  await shared.store.events.endStream(session, stream, requests.map(writeLoss));
}

function writeLoss(id: RequestId): string {
  const error = { code: assumedHttpRevision.errorCodes['internal-error'], message: senderIsGone };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

/** Waits until there are new events, or for a limited time. */
class News {
  #isThere = false;
  #wake: (() => void) | undefined;

  constructor(private readonly shared: SharedSessions) {}

  come(): void {
    this.#isThere = true;
    this.#wake?.();
  }

  /** @returns whether there are new events */
  async wait(): Promise<boolean> {
    if (!this.#isThere) {
      await new Promise<void>((resolve) => {
        const stop = this.shared.clock.after(checkMs, resolve);
        this.#wake = () => {
          stop();
          resolve();
        };
      });
    }
    const wasThere = this.#isThere;
    this.#isThere = false;
    this.#wake = undefined;
    return wasThere;
  }
}
