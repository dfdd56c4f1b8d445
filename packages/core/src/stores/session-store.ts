/**
 * Stores the mutable part of legacy sessions that several processes serve. The immutable part travels in the session's id.
 *
 * The store's clock counts: the clocks of the processes need not agree.
 */
import type { LogLevel } from '../model/asking.js';
import type { StopWaiting } from '../model/clock.js';

/** The wishes that a client expressed in its session. */
export interface SessionWishes {
  /** Absent until the client sets one. */
  readonly logLevel?: LogLevel;
  /** The resources whose updates the client subscribed to. */
  readonly resources: readonly string[];
}

/** A single wish, as the client expressed it. Concurrent requests in two processes each add theirs. */
export type SessionWish =
  { readonly logLevel: LogLevel } | { readonly subscribe: string } | { readonly unsubscribe: string };

/** A stored session. */
export interface KeptSession extends SessionWishes {
  /** The process where the client listens for messages that belong to no request; absent where it does not listen. */
  readonly listener?: string;
}

/** The maximum ages of a session, in milliseconds. */
export interface SessionAges {
  /** Counted from its last use. */
  readonly idleMs: number;
  /** Counted from its beginning. */
  readonly lifetimeMs: number;
}

/** A change of a session that other processes must act on: a wish of its client, or its end. */
export type SessionChange = { readonly kind: 'wish'; readonly wish: SessionWish } | { readonly kind: 'ended' };

/** The state of a session when a process starts to listen for its client. */
export interface Listening {
  /** The queued messages, oldest first. */
  readonly held: readonly string[];
  /** The process where the client listened until now; absent where it listened nowhere else. */
  readonly before?: string;
}

export interface SessionStore {
  /** Stores a new session until it ends or expires. */
  open(session: string, ages: SessionAges): Promise<void>;
  /** @returns `undefined` when it has ended or never existed */
  find(session: string): Promise<KeptSession | undefined>;
  /** Marks the session as used, which restarts its idle time. @returns false when it has ended */
  touch(session: string): Promise<boolean>;
  /** @returns false when the session has ended: then nothing was stored */
  keepWish(session: string, wish: SessionWish): Promise<boolean>;
  /** Records that the client now listens at that process, and nowhere else. */
  listen(session: string, process: string): Promise<Listening>;
  /** Records that the client no longer listens there; has no effect when it listens elsewhere. */
  endListening(session: string, process: string): Promise<void>;
  /**
   * Queues a message until the client listens: equal messages once, at most `most`, dropping the oldest first.
   *
   * @param unless a process known to be gone, although the client still seems to listen there
   * @returns the process where the client listens: then nothing was queued
   */
  hold(session: string, message: string, limits: { most: number; unless?: string }): Promise<string | undefined>;
  /** @returns whether there was a session to end */
  end(session: string): Promise<boolean>;
  /**
   * Calls back when any process changed or ended a session, in the order in which that happened. @returns a function that
   * unsubscribes
   */
  onChange(listener: (session: string, change: SessionChange) => void): StopWaiting;
}

/** @returns the wishes with one more added */
export function withWish({ resources, ...rest }: SessionWishes, wish: SessionWish): SessionWishes {
  if ('logLevel' in wish) return { ...rest, resources, logLevel: wish.logLevel };
  const uri = 'subscribe' in wish ? wish.subscribe : wish.unsubscribe;
  const others = resources.filter((other) => other !== uri);
  return { ...rest, resources: 'subscribe' in wish ? [...others, uri] : others };
}
