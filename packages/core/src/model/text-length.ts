/**
 * Adds up the lengths of texts, for limits on how much of them is kept.
 */

/** @returns UTF-16 code units */
export function lengthOf(texts: Iterable<string>): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}
