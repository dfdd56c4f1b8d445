/**
 * Paces the openings of sessions and connections at one server, whatever their cause: no answer of the server can make the
 * gateway open them without end.
 *
 * A session that was not opened lately is opened at once. Those that have to be opened again share one back-off.
 */
import { backOffMs } from '@sigil/core/internal';
import { ConnectionError } from '../errors/connection-error.js';

/** The clock and the dice, and the listener. */
export interface OpeningLimiterOptions {
  /** Called when openings begin to be held back, once until they have been calm again. */
  onHeldBack?(): void;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
  random?(): number;
}

/** An opening that has begun. */
export interface Opening {
  /** Called when it fails. An opening of which nothing reached the server does not count. */
  failed(error: unknown): void;
}

/** A series of openings that follow each other too closely. */
interface Trouble {
  readonly began: number;
  /** The time of the latest opening. */
  readonly at: number;
  readonly count: number;
  /** The time before which there is no other opening. */
  readonly notBefore: number;
  /** True once the listener has been called. */
  isTold: boolean;
}

/** The pauses between openings at the beginning of trouble. */
const early = { firstMs: 500, longestMs: 8_000, jitter: 0.25 };
/** The pause when trouble lasts longer than `earlyMs`: two openings a minute. */
const late = { firstMs: 42_000, longestMs: 42_000, jitter: 0.25 };
const earlyMs = 10_000;
/** Openings that are this far apart are no trouble. Longer than the longest wait. */
const calmMs = 90_000;
/** An opening may need two handshakes, which count as two. Their pauses add up to at most this. */
const longestWaitMs = 84_000;
/** The number of known keys from which those are forgotten that were not opened lately. */
const manyKeys = 256;

export class OpeningLimiter {
  readonly #openedAt = new Map<string, number>();
  #keys = 0;
  #total = 0;
  #trouble: Trouble = { began: -Infinity, at: -Infinity, count: 0, notBefore: -Infinity, isTold: false };

  constructor(private readonly options: OpeningLimiterOptions = {}) {}

  /** The number of openings so far. */
  get total(): number {
    return this.#total;
  }

  /** @returns a name for the keys of one more client of the server */
  nextKey(): string {
    return `client ${++this.#keys}`;
  }

  /** @returns milliseconds until this may be opened */
  waitMs(key: string): number {
    const now = this.#now();
    return this.#isCalm(key, now) ? 0 : Math.max(0, this.#trouble.notBefore - now);
  }

  /**
   * Counts an opening.
   *
   * @param key says what is opened: the same key for the same session, connection or program
   * @throws ConnectionError `held-back` when this was opened too often, with the time until it may be opened
   */
  begin(key: string): Opening {
    const waitMs = this.waitMs(key);
    if (waitMs > early.longestMs && !this.#trouble.isTold) {
      this.#trouble.isTold = true;
      this.options.onHeldBack?.();
    }
    if (waitMs > 0) throw heldBack(waitMs);
    return this.count(key);
  }

  /** Counts an opening that is part of another one, and so must not wait. */
  count(key: string): Opening {
    const now = this.#now();
    const before = this.#trouble;
    if (!this.#isCalm(key, now)) this.#trouble = this.#inTrouble(now, this.#openedAt.get(key) ?? now);
    const trouble = this.#trouble;
    this.#openedAt.set(key, now);
    this.#forgetOld(now);
    this.#total++;
    return {
      failed: (error) => {
        if (!isUnreachable(error)) return;
        this.#total--;
        if (this.#trouble === trouble) this.#trouble = before;
        this.#openedAt.clear();
      },
    };
  }

  /** Called when a request fails. Nobody at the server's address shows that it restarts: everything may then be opened again at once. */
  noteFailure(error: unknown): void {
    if (isUnreachable(error)) this.#openedAt.clear();
  }

  /** @param since the time of the opening that was followed too closely */
  #inTrouble(now: number, since: number): Trouble {
    const last = this.#trouble;
    const isNew = now - last.at >= calmMs;
    const { began, count, notBefore, isTold } = isNew
      ? { began: since, count: 0, notBefore: now, isTold: false }
      : last;
    const isEarly = now - began < earlyMs;
    const pauseMs = backOffMs(isEarly ? early : late, isEarly ? count : 0, this.options.random);
    return {
      began,
      at: now,
      count: count + 1,
      notBefore: Math.min(Math.max(now, notBefore) + pauseMs, now + longestWaitMs),
      isTold,
    };
  }

  #isCalm(key: string, now: number): boolean {
    return now - (this.#openedAt.get(key) ?? -Infinity) >= calmMs;
  }

  #forgetOld(now: number): void {
    if (this.#openedAt.size < manyKeys) return;
    for (const [key, at] of this.#openedAt) if (now - at >= calmMs) this.#openedAt.delete(key);
  }

  #now(): number {
    return this.options.now?.() ?? performance.now();
  }
}

/** The system's codes for an address where unreachableCodes answers. */
const unreachableCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns whether unreachableCodes accepted the connection, which no answer of a server can imitate. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ConnectionError) || error.failure !== 'unreachable') return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && unreachableCodes.has(cause.code);
}

function heldBack(retryAfterMs: number): ConnectionError {
  const message = 'the server had to be opened again too often, and is given a pause';
  return new ConnectionError('held-back', message, { mayHaveRun: false, retryAfterMs });
}
