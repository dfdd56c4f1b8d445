/**
 * Every limit of the store, with its default. `docs/reference/limits.md` describes them.
 */
export interface RedisLimits {
  /** Longest time for one command before Redis counts as away: above what a busy machine takes (`npm run bench -- --only store-latency`). */
  readonly commandTimeoutMs: number;
  /** Most events kept for one stream, approximately; the oldest go first. */
  readonly maxEventsPerStream: number;
  /** Most bytes of events kept for one stream; above it only the newest event stays. */
  readonly maxEventBytesPerStream: number;
  /** Time for which the events of a stream are kept after the last one. */
  readonly eventLifetimeMs: number;
  /** Longest time to store or read a file; other commands do not wait for it. */
  readonly contentTimeoutMs: number;
  /** Longest file that is stored as content. */
  readonly maxContentBytes: number;
}

const mebibyte = 1024 * 1024;

/** The default limits. */
export const defaultRedisLimits: RedisLimits = {
  commandTimeoutMs: 2_000,
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
