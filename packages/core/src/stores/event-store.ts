/**
 * Stores the events of resumable streams, so that a peer whose connection broke gets the events it missed, from any process.
 *
 * Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { RequestId } from '../json-rpc/messages.js';
import type { StopWaiting } from '../model/clock.js';

/** A position in a stream. Numbers begin at 1; a number is missing only where its event could not be stored. */
export interface EventPosition {
  readonly stream: string;
  readonly number: number;
}

/** An event as it was sent. */
export interface StoredEvent extends EventPosition {
  /** The message; empty for an event that carried only its id. */
  readonly json: string;
  /** Present on the last event of the stream. */
  readonly isLast?: true;
}

/** A component whose answer a stream carries, and what it required when the stream began; or a task, by its id. */
export interface StreamedComponent {
  readonly kind: 'tool' | 'prompt' | 'resource' | 'task';
  readonly name: string;
  readonly scopes?: readonly string[];
  /** True when a rule of the operator applied to the component. */
  readonly isRuled?: true;
}

/** The sender of a stream, and the requests that it answers. */
export interface StreamOrigin {
  /** The sending process: the address of its mailbox, which is the holder of its lease. */
  readonly sender: string;
  /** The peer's requests that the stream answers; empty for a stream that the peer opened to listen. */
  readonly requests: readonly RequestId[];
  /** The components that not every caller may use; absent if there are none. */
  readonly components?: readonly StreamedComponent[];
}

/** A stored stream. */
export interface KeptStream extends StreamOrigin {
  /** Number of the newest event. */
  readonly lastNumber: number;
  readonly isEnded: boolean;
}

/**
 * A session's id comes from the request being served, never from an event id, so nothing of another session is replayed. The caller keeps
 * what a store rejects, and appends it later.
 */
export interface EventStore {
  /**
   * Stores the newest event of a stream. Called in the order of the stream's numbers, one at a time. Storing the newest event once more
   * changes nothing: a store may have taken an event although its answer was lost.
   *
   * @param origin of the stream: with its first event, where other processes may have to answer for it
   * @returns `undefined` when it is already stored, so that nothing waits; rejects for a stream that was ended
   */
  append(session: string, event: StoredEvent, origin?: StreamOrigin): Promise<void> | undefined;
  /**
   * Sends, in order, every stored event of that stream after that position. Events that were never stored are missing in it.
   *
   * @returns false, without sending any, for an unknown session, stream or number, and when stored events were dropped since
   */
  replayAfter(session: string, place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean>;
  /** @returns `undefined` for an unknown stream, or one of unknown origin */
  findStream(session: string, stream: string): Promise<KeptStream | undefined>;
  /**
   * Ends a stream whose sender is gone, with these messages. If several callers try, one succeeds.
   *
   * @param place the stream, and the newest number that its reader has: the messages get numbers above it
   * @returns false when it had already ended, or is unknown
   */
  endStream(session: string, place: EventPosition, messages: readonly string[]): Promise<boolean>;
  /** Calls back when any process appended events to the stream. @returns a function that unsubscribes */
  onAppend(session: string, stream: string, listener: () => void): StopWaiting;
  /** Deletes the streams of an ended session. */
  forget(session: string): Promise<void>;
}
