/**
 * Every limit of the WebSocket transport, with its default. `docs/reference/limits.md` describes them.
 */

/** The limits, all settable in the options of `openWebSocketServer`. */
export interface WebSocketLimits {
  /** Most open connections; one more is answered 503 with `Retry-After`. */
  readonly maxConnections: number;
  /**
   * Longest message, in any number of frames; a longer one is answered with an error, and one of more than twice the length
   * closes the connection with 1009.
   */
  readonly maxMessageBytes: number;
  /** Most frames of one message; with more the connection is closed with 1008. */
  readonly maxFragments: number;
  /** Most network chunks of incomplete messages; with more the connection is closed with 1008. */
  readonly maxBufferedChunks: number;
  /** Most concurrent MCP requests of one connection; one more is answered with an error. */
  readonly maxRequestsInHand: number;
  /** Most subscriptions of one connection of the native view; one more is answered with an error. */
  readonly maxStreams: number;
  /** Interval of the liveness checks and pings. */
  readonly pingMs: number;
  /** Number of unanswered pings after which a peer is disconnected. */
  readonly maxMissedPings: number;
  /** Idle time: a connection without a message and without a running request for this long is closed. */
  readonly idleMs: number;
  /** Most unread bytes for one slow reader; with more, nothing is read from it and it must catch up within `stallTimeoutMs`. */
  readonly maxBufferedBytes: number;
  /** Time for which a reader with too much unread may stall before it is disconnected. */
  readonly stallTimeoutMs: number;
  /** Time for a peer to answer the closing of its connection. */
  readonly closeTimeoutMs: number;
}

const second = 1_000;
const mebibyte = 1024 * 1024;

/** The defaults. */
export const defaultWebSocketLimits: WebSocketLimits = {
  maxConnections: 1_000,
  maxMessageBytes: 4 * mebibyte,
  maxFragments: 1_024,
  maxBufferedChunks: 8_192,
  maxRequestsInHand: 1_024,
  maxStreams: 1_024,
  pingMs: 30 * second,
  maxMissedPings: 2,
  idleMs: 3_600 * second,
  maxBufferedBytes: mebibyte,
  stallTimeoutMs: 5 * second,
  closeTimeoutMs: 5 * second,
};

/**
 * Fills in the defaults.
 *
 * @throws RangeError naming the limit when one is not a whole number of at least 1
 */
export function chooseWebSocketLimits(given: Partial<WebSocketLimits> = {}): WebSocketLimits {
  const chosen = { ...defaultWebSocketLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
    }
  }
  return chosen;
}
