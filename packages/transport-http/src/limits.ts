/**
 * Every limit of the HTTP transport, with its default. `docs/reference/limits.md` describes them.
 */

/** Limits of one endpoint. */
export interface EndpointLimits {
  /** Longest body of a POST; a longer one is answered 413. */
  readonly maxBodyBytes: number;
  /** Longest time to receive a body; then 408. */
  readonly bodyTimeoutMs: number;
  /** Idle time of a session: after this long without requests and without an open stream it ends; its id is answered 404. */
  readonly sessionIdleMs: number;
  /** Maximum age of a session, in use or not. */
  readonly sessionLifetimeMs: number;
  /** Most messages queued for a session while it has no stream; equal ones count once, the oldest are dropped first. */
  readonly maxHeldMessages: number;
  /** Most open GET streams of one session; one more is answered 429. */
  readonly maxStreamsPerSession: number;
  /** Most events of one stream stored for reconnecting clients; the oldest are dropped first. */
  readonly maxEventsPerStream: number;
  /** Most bytes of events stored for one session; the oldest are dropped first. */
  readonly maxEventBytesPerSession: number;
  /** Most bytes of events stored in all; the oldest of the largest session are dropped first. */
  readonly maxEventBytes: number;
  /** Lifetime of a stored event. */
  readonly eventLifetimeMs: number;
  /** Delay before reconnecting that a client is sent after it lost its stream or its connection was released. */
  readonly retryMs: number;
  /** Interval of the comments on an open event stream that keep proxies from closing it. */
  readonly keepAliveMs: number;
  /** Most unread bytes for one slow reader; with more, it must resume reading within `stallTimeoutMs`. */
  readonly maxBufferedBytes: number;
  /** Time for which a reader with too much unread may stall before it is disconnected. */
  readonly stallTimeoutMs: number;
  /** Time for which the rest of a refused body is read and discarded, so that its sender can see the refusal. */
  readonly lingerMs: number;
}

/** Limits of one listening server. */
export interface ServerLimits {
  /** Longest time to receive the headers of a request; then 408. A connection on which nothing arrived is closed without an answer. */
  readonly headersTimeoutMs: number;
  /** Longest time to receive a whole request, regardless of the time for its answer; then 408. */
  readonly requestTimeoutMs: number;
  /** Time for which a connection stays open after its last answer. */
  readonly keepAliveTimeoutMs: number;
  /** Interval of the checks for both request timeouts. */
  readonly checkIntervalMs: number;
  /** Longest header block; a longer one is answered 431. */
  readonly maxHeaderBytes: number;
  /** Most headers of one request; with more it is answered 431. */
  readonly maxHeaders: number;
  /** Longest request target; a longer one is answered 414. */
  readonly maxUrlBytes: number;
  /** Most open connections; further ones are closed immediately. */
  readonly maxConnections: number;
  /** Requests after which a connection is closed with its answer. */
  readonly maxRequestsPerConnection: number;
}

const second = 1_000;
const minute = 60 * second;
const mebibyte = 1024 * 1024;

/** The default limits of an endpoint. */
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

/** The default limits of a server. */
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
 * Fills in the defaults.
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
