/**
 * A token bucket: allows a burst, and after it a steady rate.
 */

/** @returns a function that takes one token, and returns false if there is none */
export function newTokenBucket(burst: number, perSecond: number, now: () => number): () => boolean {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1_000) * perSecond);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
