/**
 * The limits shared by everything that one server process serves, with their defaults. `docs/reference/limits.md` has the table.
 */

export interface SharedLimits {
  /** Most bytes of requests in flight: bodies and messages being received, and requests still running. */
  readonly maxRequestBytes: number;
  /** Most bytes of requests on one connection, where a connection can have several in flight. */
  readonly maxRequestBytesPerConnection: number;
  /** Most bytes of unread answers and events, and of answers that a batch collects. */
  readonly maxAnswerBytes: number;
  /** Most of those bytes on one connection. */
  readonly maxAnswerBytesPerConnection: number;
  /** Most sessions of the eras with a handshake over HTTP. */
  readonly maxSessions: number;
  /** Most streams that only listen: by GET, by `subscriptions/listen`, and of the endpoints of 2024-11-05. */
  readonly maxListenStreams: number;
  /** Most concurrent calls of the native view. */
  readonly maxNativeStreams: number;
  /** The part of each shared limit that one client may use, in percent. */
  readonly clientSharePercent: number;
}

const mebibyte = 1024 * 1024;

/** The defaults, which an operator may override. */
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

/** @throws RangeError naming a limit that is not a whole number of at least 1, or a share greater than the whole */
export function chooseSharedLimits(given: Partial<SharedLimits> = {}): SharedLimits {
  const chosen = { ...defaultSharedLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (Number.isSafeInteger(value) && Number(value) >= 1) continue;
    throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
  }
  if (chosen.clientSharePercent <= 100) return chosen;
  throw new RangeError(`limit clientSharePercent must be at most 100, got ${chosen.clientSharePercent}`);
}
