/**
 * Bounds the length of the texts that a pattern may be searched in: callers choose the text, and a backtracking search cannot be
 * stopped.
 */
import { judgePattern } from './judge-pattern.js';

/** Limit on the work of a pattern's search in one text: ways times length to their power. */
const mostSearch = 400_000;
/** Limit on the ways through a text where their number does not grow with it. */
const mostWays = 64;

/**
 * Returns the length of the longest text that may be searched for the pattern, a regular expression with the `u` flag: Infinity if
 * the time grows with the length, 0 if it may have no end.
 */
export function findPatternLimit(pattern: string): number {
  const { power, ways } = judgePattern(pattern);
  if (power === Infinity || ways > mostWays) return 0;
  return power === 1 ? Infinity : Math.floor((mostSearch / ways) ** (1 / power));
}
