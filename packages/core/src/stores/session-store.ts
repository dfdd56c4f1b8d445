/**
 * Keeps the part of legacy sessions that may change, where several processes serve them. The part that never changes travels in the
 * session's id.
 *
 * Times are those of the store: the clocks of the processes need not agree.
 */
import type { LogLevel } from '../model/asking.js';
import type { StopWaiting } from '../model/clock.js';

/** The wishes that a client expressed in its session. */
export interface SessionWishes {
  /** Absent until the client named one. */
  readonly logLevel?: LogLevel;
  /** The resources whose updates it subscribed to. */
  readonly resources: readonly string[];
}

/** One of these wishes, as the client expressed it. Requests that two processes serve at a time each add theirs. */
export type SessionWish =
  { readonly logLevel: LogLevel } | { readonly subscribe: string } | { readonly unsubscribe: string };

/** A session as it is kept. */
export interface KeptSession extends SessionWishes {
  /** The process where the client listens for what belongs to no request; absent where it does nowhere. */
  readonly listener?: string;
}

/** The longest that a session may go on, in milliseconds. */
export interface SessionAges {
  /** Counted from its last use. */
  readonly idleMs: number;
  /** Counted from its beginning. */
  readonly lifetimeMs: number;
}

/** The news of a session that another process has to act upon: a wish of its client, or its end. */
export type SessionChange = { readonly kind: 'wish'; readonly wish: SessionWish } | { readonly kind: 'ended' };

/** The beginning of listening. */
export interface Listening {
  /** The messages that were held, oldest first. */
  readonly held: readonly string[];
  /** The process where the client listened until now; absent where it did nowhere else. */
  readonly before?: string;
}

export interface SessionStore {
  /** Keeps a new session, until it is ended or over. */
  open(session: string, ages: SessionAges): Promise<void>;
  /** @returns `undefined` when it has ended or never was */
  find(session: string): Promise<KeptSession | undefined>;
  /** It is in use: its idle time begins again. @returns false when it has ended */
  touch(session: string): Promise<boolean>;
  /** @returns false when it has ended: then nothing was kept */
  keepWish(session: string, wish: SessionWish): Promise<boolean>;
  /** From here on the client listens at that process, and nowhere else. */
  listen(session: string, process: string): Promise<Listening>;
  /** The client no longer listens there; nothing happens when it listens elsewhere. */
  endListening(session: string, process: string): Promise<void>;
  /**
   * Holds a message until the client listens: equal messages once, `most` of them, the oldest go first.
   *
   * @param unless a process that is known to be gone although the client still seems to listen there
   * @returns the process where the client listens: then nothing was held
   */
  hold(session: string, message: string, limits: { most: number; unless?: string }): Promise<string | undefined>;
  /** @returns whether there was one to end */
  end(session: string): Promise<boolean>;
  /** Calls back when any process changed or ended a session, in the order in which that happened. @returns stops calling back */
  onChange(listener: (session: string, change: SessionChange) => void): StopWaiting;
}

/** @returns the wishes with one more expressed */
export function withWish({ resources, ...rest }: SessionWishes, wish: SessionWish): SessionWishes {
  if ('logLevel' in wish) return { ...rest, resources, logLevel: wish.logLevel };
  const uri = 'subscribe' in wish ? wish.subscribe : wish.unsubscribe;
  const others = resources.filter((other) => other !== uri);
  return { ...rest, resources: 'subscribe' in wish ? [...others, uri] : others };
}
