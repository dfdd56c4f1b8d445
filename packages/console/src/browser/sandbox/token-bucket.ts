/**
 * A token bucket: allows a burst, and after it a steady rate.
 */

/** @returns a function that takes tokens, one by default, and returns false if there are not as many */
export function newTokenBucket(burst: number, perSecond: number, now: () => number): (count?: number) => boolean {
  let tokens = burst;
  let filledAt = now();
  return (count = 1) => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1_000) * perSecond);
    filledAt = at;
    if (tokens < count) return false;
    tokens -= count;
    return true;
  };
}
