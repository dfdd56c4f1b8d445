/**
 * Every limit of the HTTP transport, with its default. `docs/reference/limits.md` says the same in words.
 */

/** Limits of one endpoint. */
export interface EndpointLimits {
  /** Longest body of a POST; a longer one is answered 413. */
  readonly maxBodyBytes: number;
  /** Longest time for a body to arrive; then 408. */
  readonly bodyTimeoutMs: number;
  /** A session without requests and without an open stream for this long ends; its id is answered 404. */
  readonly sessionIdleMs: number;
  /** A session ends this long after it was opened, in use or not. */
  readonly sessionLifetimeMs: number;
  /** Most messages kept for a session while it has no stream of its own; equal ones count once, the oldest go first. */
  readonly maxHeldMessages: number;
  /** Most open GET streams of one session; one more is answered 429. */
  readonly maxStreamsPerSession: number;
  /** Most events of one stream that are kept for who comes back; the oldest go first. */
  readonly maxEventsPerStream: number;
  /** Most bytes of events kept for one session; the oldest go first. */
  readonly maxEventBytesPerSession: number;
  /** Most bytes of events kept in all; the oldest of the session with most go first. */
  readonly maxEventBytes: number;
  /** The time for which an event is kept. */
  readonly eventLifetimeMs: number;
  /** The time that a client that lost its stream, or was let go, is told to wait before it comes back. */
  readonly retryMs: number;
  /** The time between comments on an open event stream, which keep proxies from closing it. */
  readonly keepAliveMs: number;
  /** Most bytes waiting for one slow reader; with more, it has `stallTimeoutMs` to go on reading. */
  readonly maxBufferedBytes: number;
  /** The time that a reader with too much waiting may stand still before its connection is cut. */
  readonly stallTimeoutMs: number;
  /** The time for which the rest of a refused body is read, and thrown away, so that its sender can see the refusal. */
  readonly lingerMs: number;
}

/** Limits of one listening server. */
export interface ServerLimits {
  /** Longest time for the headers of a request; then 408. */
  readonly headersTimeoutMs: number;
  /** Longest time for a whole request to arrive, however long its answer takes; then 408. */
  readonly requestTimeoutMs: number;
  /** The time for which an unused connection stays open. */
  readonly keepAliveTimeoutMs: number;
  /** The time between checks of the two timeouts of a request. */
  readonly checkIntervalMs: number;
  /** Longest header block; a longer one is answered 431. */
  readonly maxHeaderBytes: number;
  /** Most headers of one request; with more it is answered 431. */
  readonly maxHeaders: number;
  /** Longest request target; a longer one is answered 414. */
  readonly maxUrlBytes: number;
  /** Most connections at once; further ones are closed at once. */
  readonly maxConnections: number;
  /** Requests after which a connection is closed with its answer. */
  readonly maxRequestsPerConnection: number;
}

const second = 1_000;
const minute = 60 * second;
const mebibyte = 1024 * 1024;

/** The limits that hold by default. */
export const defaultEndpointLimits: EndpointLimits = {
  maxBodyBytes: 4 * mebibyte,
  bodyTimeoutMs: 30 * second,
  sessionIdleMs: 10 * minute,
  sessionLifetimeMs: 24 * 60 * minute,
  maxHeldMessages: 64,
  maxStreamsPerSession: 16,
  maxEventsPerStream: 1_000,
  maxEventBytesPerSession: 4 * mebibyte,
  maxEventBytes: 128 * mebibyte,
  eventLifetimeMs: 10 * minute,
  retryMs: 500,
  keepAliveMs: 15 * second,
  maxBufferedBytes: mebibyte,
  stallTimeoutMs: 5 * second,
  lingerMs: second,
};

/** The limits that hold by default. */
export const defaultServerLimits: ServerLimits = {
  headersTimeoutMs: 10 * second,
  requestTimeoutMs: 30 * second,
  keepAliveTimeoutMs: 65 * second,
  checkIntervalMs: second,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  maxUrlBytes: 8 * 1024,
  maxConnections: 4_096,
  maxRequestsPerConnection: 1_000,
};

/**
 * Fills in the limits that were not given.
 *
 * @throws RangeError naming the limit when one is not a whole number of at least 1
 */
export function chooseLimits<Limits extends EndpointLimits | ServerLimits>(
  defaults: Limits,
  given: Partial<Limits> = {},
): Limits {
  const chosen = { ...defaults, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
    }
  }
  return chosen;
}
