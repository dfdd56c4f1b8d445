/**
 * Numbers with their nouns, for sentences.
 */

/** Returns `1 tool`, `2 tools`. */
export function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
