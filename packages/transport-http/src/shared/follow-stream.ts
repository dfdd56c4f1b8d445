/**
 * Relays a stream that another process sends, to its end. Ends a stream whose sender is gone.
 *
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { RequestId } from '@sigil/core/engine';
import { assumedHttpRevision } from '@sigil/core/internal';
import type { EventPosition, KeptStream, StoredEvent } from '@sigil/core/stores';
import { sendWithGaps } from '../answers/missing-events.js';
import type { SharedSessions } from './shared-sessions.js';

/** The reader of a stream. */
export interface StreamReader {
  /** Returns whether the client is still connected. */
  isOpen(): boolean;
  /** Reports that messages will follow, so that the client gets the head immediately. */
  expect(): void;
  send(event: StoredEvent): void;
  /** Sends a message that is not part of the stream. */
  sendUnnumbered(json: string): void;
}

/** The dependencies of following a stream. */
export interface Following {
  readonly session: string;
  readonly shared: SharedSessions;
  readonly reader: StreamReader;
}

/**
 * The outcome: the stream ended, the reader left, the events after the position are not stored, or the store cannot answer because it was
 * unreachable until just now.
 */
export type FollowedStream =
  | { readonly end: 'over' | 'left'; readonly wasListening: boolean; readonly sent: number }
  | { readonly end: 'unknown' }
  | { readonly end: 'undecided' };

/** Interval of the checks that the sender is still alive. */
const checkMs = 500;
/** The time for which a reader waits for an unreachable store. */
const outageMs = 30_000;
const senderIsGone =
  'the server that ran this request has ended: the request may or may not have taken effect; its result is lost';
const storeIsAway =
  'the store that has the result of this request does not answer: the request may or may not have taken effect';

/** @throws what the store throws, if it is unreachable from the beginning */
export async function followStream(place: EventPosition, following: Following): Promise<FollowedStream> {
  const { session, shared, reader } = following;
  const { events } = shared;
  const kept = await events.findStream(session, place.stream);
  if (!kept) return { end: shared.wasAway ? 'undecided' : 'unknown' };
  const wasListening = kept.requests.length === 0;
  if (wasListening && !kept.isEnded) await takeOver(place, kept, following);
  let { number } = place;
  let sent = 0;
  let isOver = false;
  /** True while the sender has yet to store events that the reader has already received. */
  let isAhead = number > kept.lastNumber && !kept.isEnded;
  const send = sendWithGaps(number, (event) => {
    sent++;
    reader.send(event);
  });
  const take = (event: StoredEvent): void => {
    number = event.number;
    isOver = event.isLast ?? false;
    if (!isOver || event.json !== '') send(event);
  };
  const end = (): FollowedStream => ({ end: isOver ? 'over' : 'left', wasListening, sent });
  /** @returns the outcome once the stream or the reader has ended */
  const advance = async (isNews: boolean): Promise<FollowedStream | undefined> => {
    if (!isNews && !isOver && !(await shared.isThere(kept.sender))) await endFor(kept, { ...place, number }, following);
    if (isAhead) {
      const now = await events.findStream(session, place.stream);
      isAhead = now !== undefined && number > now.lastNumber && !now.isEnded;
    }
    if (!isAhead) {
      const isKnown = await events.replayAfter(session, { stream: place.stream, number }, take);
      if (!isKnown) return sent === 0 ? { end: 'unknown' } : end();
    }
    // A stream that ended before its reader came may end exactly at the position.
    isOver ||= kept.isEnded && number >= kept.lastNumber;
    return isOver || !reader.isOpen() ? end() : undefined;
  };
  const news = new News(shared);
  const stop = events.onAppend(session, place.stream, () => news.come());
  let failedAt: number | undefined;
  let isExpected = false;
  try {
    for (let isNews = true; ; isNews = await news.wait()) {
      try {
        // The letter that asked the sender to stop may have been lost.
        if (!isNews && wasListening) await takeOver({ ...place, number }, kept, following);
        const outcome = await advance(isNews);
        if (outcome) return outcome;
        reader.expect();
        isExpected = true;
        failedAt = undefined;
      } catch (error) {
        if (!isExpected && sent === 0) throw error;
        if (failedAt === undefined) shared.report('following a stream', error);
        failedAt ??= shared.clock.now();
        if (!reader.isOpen()) return end();
        if (shared.clock.now() - failedAt < outageMs) continue;
        for (const id of kept.requests) reader.sendUnnumbered(writeError(id, storeIsAway));
        return end();
      }
    }
  } finally {
    stop();
  }
}

/** Takes over a stream for messages that belong to no request, which then continues here. */
async function takeOver(place: EventPosition, kept: KeptStream, { session, shared }: Following): Promise<void> {
  const { stream } = place;
  const isThere = await shared.write(kept.sender, session, { kind: 'end-stream', stream });
  if (!isThere) await shared.events.endStream(session, place, []);
}

async function endFor({ requests }: KeptStream, place: EventPosition, { session, shared }: Following): Promise<void> {
  const messages = requests.map((id) => writeError(id, senderIsGone));
  await shared.events.endStream(session, place, messages);
}

function writeError(id: RequestId, message: string): string {
  const error = { code: assumedHttpRevision.errorCodes['internal-error'], message };
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
