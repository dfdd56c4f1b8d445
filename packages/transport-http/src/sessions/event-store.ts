/**
 * Keeps the events of resumable streams, so that a peer whose connection broke gets the events it missed.
 *
 * Asynchronous, so that replicas can share one. Spec: 2025-11-25 basic/transports#resumability-and-redelivery
 */
import type { EventPosition } from './event-id.js';

/** An event as it was sent. */
export interface StoredEvent extends EventPosition {
  /** The message; empty for an event that carried only its id. */
  readonly json: string;
}

/**
 * A session's id comes from the request that is served, never from an event id: nothing of another session is replayed.
 * A store that rejects costs resumability of that stream, never an answer.
 */
export interface EventStore {
  /**
   * Keeps the newest event of a stream. Called in the order of the stream's numbers, one at a time.
   *
   * @returns `undefined` when it is kept already, so that nothing waits
   */
  append(session: string, event: StoredEvent): Promise<void> | undefined;
  /**
   * Hands over, in order, every event of that stream after that place.
   *
   * @returns false, with nothing handed over, unless that is all of them: an unknown session, stream or number, or a gap
   */
  replayAfter(session: string, place: EventPosition, send: (event: StoredEvent) => void): Promise<boolean>;
  /** The session has ended. */
  forget(session: string): Promise<void>;
}
