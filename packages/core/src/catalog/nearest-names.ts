/**
 * Finds the names that a misspelled name may have meant.
 */

const mostSuggestions = 3;
/** Longer names are not compared: the cost grows with the square of the length, and a peer chooses the length. */
const longestName = 128;
/** Budget of comparison steps, about two milliseconds; names beyond it are skipped. */
const mostSteps = 1_000_000;

/** Returns at most three of `names`, nearest first; none when all are too far off. */
export function nearestNames(wrong: string, names: Iterable<string>): string[] {
  if (wrong.length > longestName) return [];
  const farthest = Math.max(2, Math.floor(wrong.length / 3));
  const lowered = wrong.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  let steps = 0;
  for (const name of names) {
    steps += wrong.length * name.length;
    if (steps > mostSteps) break;
    const distance = nearness(lowered, name.toLowerCase(), farthest);
    if (distance <= farthest) near.push({ name, distance });
  }
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return near.slice(0, mostSuggestions).map(({ name }) => name);
}

/** Returns a sentence to append to an error: ` Did you mean "a" or "b"?`, or nothing. */
export function suggestNames(wrong: string, names: Iterable<string>): string {
  const near = nearestNames(wrong, names).map((name) => `"${name}"`);
  return near.length === 0 ? '' : `. Did you mean ${near.join(' or ')}?`;
}

// A name that contains the given word counts as one letter off.
function nearness(written: string, name: string, farthest: number): number {
  return written.length > 2 && name.includes(written) && name !== written
    ? 1
    : distanceBetween(written, name, farthest);
}

// Computes Levenshtein's distance by rows; stops at a row whose entries all exceed `farthest`.
function distanceBetween(a: string, b: string, farthest: number): number {
  if (Math.abs(a.length - b.length) > farthest) return farthest + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, row[j]! + 1, next[j - 1]! + 1));
    }
    if (Math.min(...next) > farthest) return farthest + 1;
    row = next;
  }
  return row[b.length]!;
}
