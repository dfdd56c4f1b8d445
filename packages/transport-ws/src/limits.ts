/**
 * Every limit of the WebSocket transport, with its default. `docs/reference/limits.md` says the same in words.
 */

/** All can be set in the options of `openWebSocketServer`. */
export interface WebSocketLimits {
  /** Most connections at once; one more is answered 503 with `Retry-After`. */
  readonly maxConnections: number;
  /**
   * Longest message, however many frames it comes in; a longer one is answered with an error, and one of more than twice the length
   * closes the connection with 1009.
   */
  readonly maxMessageBytes: number;
  /** Most frames of one message; with more the connection is closed with 1008. */
  readonly maxFragments: number;
  /** Most pieces, as the network delivers them, of messages that are not complete; with more the connection is closed with 1008. */
  readonly maxBufferedChunks: number;
  /** Most MCP requests of one connection that run at a time; one more is answered with an error. */
  readonly maxRequestsInHand: number;
  /** Most subscriptions of one connection of the native view; one more is answered with an error. */
  readonly maxStreams: number;
  /** Interval of looking at a connection and asking its peer for a sign of life. */
  readonly pingMs: number;
  /** A peer that gave no sign of life so many times is cut. */
  readonly maxMissedPings: number;
  /** A connection without a message, and without a request that runs, for this long is closed. */
  readonly idleMs: number;
  /** Most bytes waiting for one slow reader; with more, nothing is read from it and it has `stallTimeoutMs` to go on. */
  readonly maxBufferedBytes: number;
  /** Time for which a reader with too much waiting may stand still before its connection is cut. */
  readonly stallTimeoutMs: number;
  /** Time that a peer has to answer the closing of its connection. */
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
 * Fills in the limits that were not given.
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
