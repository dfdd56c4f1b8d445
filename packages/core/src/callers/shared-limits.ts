/**
 * The limits that everything which one server process serves has together, with their defaults. `docs/reference/limits.md` has the table.
 */

export interface SharedLimits {
  /** Most bytes of requests in flight: of bodies and messages on their way, and of requests that still run. */
  readonly maxRequestBytes: number;
  /** Most bytes of requests on one connection, where a connection can have several in flight. */
  readonly maxRequestBytesPerConnection: number;
  /** Most bytes of answers and events that wait to be read, or that a batch gathers. */
  readonly maxAnswerBytes: number;
  /** Most of them on one connection. */
  readonly maxAnswerBytesPerConnection: number;
  /** Most sessions of the eras with a handshake over HTTP. */
  readonly maxSessions: number;
  /** Most streams that only listen: by GET, by `subscriptions/listen`, and of the endpoints of 2024-11-05. */
  readonly maxListenStreams: number;
  /** Most calls of the native view that run at a time. */
  readonly maxNativeStreams: number;
  /** The part of each shared limit that one client may have, in percent. */
  readonly clientSharePercent: number;
}

const mebibyte = 1024 * 1024;

/** The limits that hold unless an operator sets others. */
export const defaultSharedLimits: SharedLimits = {
  maxRequestBytes: 128 * mebibyte,
  maxRequestBytesPerConnection: 16 * mebibyte,
  maxAnswerBytes: 128 * mebibyte,
  maxAnswerBytesPerConnection: 32 * mebibyte,
  maxSessions: 1_000,
  maxListenStreams: 1_024,
  maxNativeStreams: 10_000,
  clientSharePercent: 50,
};

/** @throws RangeError naming the limit when one is not a whole number of at least 1, or a share of more than the whole */
export function chooseSharedLimits(given: Partial<SharedLimits> = {}): SharedLimits {
  const chosen = { ...defaultSharedLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (Number.isSafeInteger(value) && Number(value) >= 1) continue;
    throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
  }
  if (chosen.clientSharePercent <= 100) return chosen;
  throw new RangeError(`limit clientSharePercent must be at most 100, got ${chosen.clientSharePercent}`);
}
