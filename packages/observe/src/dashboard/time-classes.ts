/**
 * Time classes, each about twice as long as the one before: enough to distinguish a slow tool from a quick one.
 */

/** Upper ends in milliseconds; the class after the last has none. */
export const timeClasses: readonly number[] = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000,
];

/** @returns the number of the class */
export function timeClassOf(ms: number): number {
  let found = 0;
  while (found < timeClasses.length && ms > timeClasses[found]!) found++;
  return found;
}

/**
 * @param counts by class
 * @param total sum of the counts; at least 1
 * @param share from 0 to 1
 * @returns milliseconds, interpolated within the class; the end of the last class for anything beyond it
 */
export function readPercentile(counts: readonly number[], total: number, share: number): number {
  let left = share * total;
  for (const [index, count] of counts.entries()) {
    if (left > count) {
      left -= count;
      continue;
    }
    const lower = timeClasses[index - 1] ?? 0;
    const upper = timeClasses[index] ?? lower;
    return lower + (upper - lower) * (count === 0 ? 0 : left / count);
  }
  return timeClasses.at(-1)!;
}
