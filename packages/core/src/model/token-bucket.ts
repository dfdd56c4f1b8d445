/**
 * The arithmetic of a token bucket that fills steadily and holds one second's worth.
 *
 * Keeps no state, so that a bucket costs its owner two numbers.
 */

/**
 * Returns the tokens after a time.
 *
 * @param left those before it
 * @param passedMs the time; negative after a clock was set back, which neither fills nor drains the bucket
 */
export function refillTokens(left: number, passedMs: number, perSecond: number): number {
  return Math.min(perSecond, left + (Math.max(0, passedMs) * perSecond) / 1_000);
}

/** Returns the milliseconds until there is one token. @param left less than one */
export function msUntilToken(left: number, perSecond: number): number {
  return Math.ceil(((1 - left) * 1_000) / perSecond);
}
