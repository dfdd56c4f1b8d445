/**
 * Every limit of the store, with its default. `docs/reference/limits.md` says the same in words.
 */
export interface RedisLimits {
  /** The longest that a command may take before Redis counts as away. */
  readonly commandTimeoutMs: number;
  /** Most events of one stream that are kept for who comes back, or a few more; the oldest go first. */
  readonly maxEventsPerStream: number;
  /** Most bytes of events kept for one stream; above it all go but the newest. */
  readonly maxEventBytesPerStream: number;
  /** The time for which the events of a stream are kept after the last of them. */
  readonly eventLifetimeMs: number;
  /** The longest that keeping or reading a file may take; it keeps nothing else waiting. */
  readonly contentTimeoutMs: number;
  /** Longest file that is kept as content. */
  readonly maxContentBytes: number;
}

const mebibyte = 1024 * 1024;

/** The limits that hold by default. */
export const defaultRedisLimits: RedisLimits = {
  commandTimeoutMs: 500,
  maxEventsPerStream: 1_000,
  maxEventBytesPerStream: 4 * mebibyte,
  eventLifetimeMs: 10 * 60_000,
  contentTimeoutMs: 30_000,
  maxContentBytes: 16 * mebibyte,
};

/** Fills in the limits that were not given. @throws RangeError naming the limit that is not a whole number of at least 1 */
export function chooseRedisLimits(given: Partial<RedisLimits> = {}): RedisLimits {
  const chosen = { ...defaultRedisLimits, ...given };
  for (const [name, value] of Object.entries(chosen)) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
  }
  return chosen;
}
