/**
 * Computes the pause before something that failed is tried again: each pause is twice as long as the one before, up to a ceiling.
 *
 * Knows no clock: the caller waits.
 */

/** The pauses of one kind of work. */
export interface BackOff {
  /** The first pause, in milliseconds, without jitter. */
  readonly firstMs: number;
  /** The ceiling. No pause is longer. */
  readonly longestMs: number;
  /**
   * The share, from 0 to 1, by which a pause may be shortened at random: clients that failed together then do not return together. 0 when
   * left out.
   */
  readonly jitter?: number;
}

/**
 * @param count number of earlier pauses in a row
 * @param random a number from 0 to 1, excluding 1
 * @returns milliseconds
 */
export function backOffMs(
  { firstMs, longestMs, jitter = 0 }: BackOff,
  count: number,
  random: () => number = Math.random,
): number {
  const whole = Math.min(firstMs * 2 ** count, longestMs);
  return jitter === 0 ? whole : whole * (1 - jitter * random());
}
