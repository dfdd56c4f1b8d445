/**
 * Every limit of the stdio transport, with its default. `docs/reference/limits.md` describes them.
 */

/** The limits, all settable in the options of `serveStdio`. */
export interface StdioLimits {
  /** Longest line without its ending; a longer one is discarded and refused. */
  readonly maxLineBytes: number;
  /** Most unread bytes; above this, nothing is read from the peer until it catches up. */
  readonly maxBufferedBytes: number;
  /** Time for which running requests may continue after the input ends. */
  readonly endGraceMs: number;
  /** Longest wait of requests for the opening of the server; the handshake and pings never wait. */
  readonly openingTimeoutMs: number;
}

const mebibyte = 1024 * 1024;

/** The defaults. */
export const defaultStdioLimits: StdioLimits = {
  maxLineBytes: 10 * mebibyte,
  maxBufferedBytes: 16 * mebibyte,
  endGraceMs: 500,
  openingTimeoutMs: 2_000,
};

/**
 * Fills in the defaults.
 *
 * @throws RangeError naming the limit when one is not a whole number of at least 1
 */
export function chooseStdioLimits(given: Partial<StdioLimits>): StdioLimits {
  const chosen = { ...defaultStdioLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (!Number.isSafeInteger(value) || Number(value) < 1) {
      throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
    }
  }
  return chosen;
}
