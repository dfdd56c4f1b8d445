/**
 * Keeps the events of resumable streams, so that a peer whose connection broke gets the events it missed, from whichever process.
 *
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { RequestId } from '../json-rpc/messages.js';
import type { StopWaiting } from '../model/clock.js';

/** A place in a stream. Numbers begin at 1 and never skip one. */
export interface EventPosition {
  readonly stream: string;
  readonly number: number;
}

/** An event as it was sent. */
export interface StoredEvent extends EventPosition {
  /** The message; empty for an event that carried only its id. */
  readonly json: string;
  /** Nothing follows in this stream; absent where something may. */
  readonly isLast?: true;
}

/** The sender of a stream, and the requests that it answers. */
export interface StreamOrigin {
  /** The process that sends it: the address of its mailbox, which is the holder of its lease. */
  readonly sender: string;
  /** Requests of the peer that the stream answers; none for a stream that the peer opened to listen. */
  readonly requests: readonly RequestId[];
}

/** A stream as it is kept. */
export interface KeptStream extends StreamOrigin {
  /** Number of the newest event. */
  readonly lastNumber: number;
  readonly isEnded: boolean;
}

/**
 * A session's id comes from the request that is served, never from an event id: nothing of another session is replayed.
 * A store that rejects costs resumability of that stream, never an answer.
 */
export interface EventStore {
  /**
   * Keeps the newest event of a stream. Called in the order of the stream's numbers, one at a time.
   *
   * @param origin of the stream: with its first event, where other processes may have to answer for it
   * @returns `undefined` when it is kept already, so that nothing waits; rejects for a stream that was ended
   */
  append(session: string, event: StoredEvent, origin?: StreamOrigin): Promise<void> | undefined;
  /**
   * Hands over, in order, every event of that stream after that place.
   *
   * @returns false, with nothing handed over, unless that is all of them: an unknown session, stream or number, or a gap
   */
  replayAfter(session: string, place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean>;
  /** @returns `undefined` for a stream that is unknown, or whose origin is */
  findStream(session: string, stream: string): Promise<KeptStream | undefined>;
  /**
   * Ends a stream that its sender no longer sends, with these messages. Of several callers one does it.
   *
   * @returns false when it had ended before, or is unknown
   */
  endStream(session: string, stream: string, messages: readonly string[]): Promise<boolean>;
  /** Calls back when events were appended to the stream, by any process. @returns stops calling back */
  onAppend(session: string, stream: string, listener: () => void): StopWaiting;
  /** The session has ended. */
  forget(session: string): Promise<void>;
}
