/**
 * Counts the lines of what is printed.
 */

const lineFeed = 0x0a;

/** Counts lines, including an unfinished one. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count++;
  return Math.max(1, count);
}
