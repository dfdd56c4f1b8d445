/**
 * Finds the words of a vocabulary that differ from a given one by one letter: added, left out, replaced, or swapped with its neighbour.
 */

/** Shorter words have too many neighbours. */
const shortestWord = 4;

export class NearWords {
  /** Words by first letter and length, and by last letter and length: one changed letter leaves one of both letters in its place. */
  readonly #buckets = new Map<string, string[]>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < shortestWord - 1) continue;
      for (const key of new Set([firstKey(word, word.length), lastKey(word, word.length)])) {
        const bucket = this.#buckets.get(key);
        if (bucket) bucket.push(word);
        else this.#buckets.set(key, [word]);
      }
    }
  }

  find(word: string): ReadonlySet<string> {
    const found = new Set<string>();
    if (word.length < shortestWord) return found;
    for (let length = word.length - 1; length <= word.length + 1; length++) {
      for (const key of [firstKey(word, length), lastKey(word, length)]) {
        for (const candidate of this.#buckets.get(key) ?? []) if (isNear(word, candidate)) found.add(candidate);
      }
    }
    return found;
  }
}

function firstKey(word: string, length: number): string {
  return `${word[0]}>${length}`;
}

function lastKey(word: string, length: number): string {
  return `${word[word.length - 1]}<${length}`;
}

/** Returns whether one edit makes `b` of `a`. Equal words are not near. */
function isNear(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwapped && short.slice(start + 2) === long.slice(start + 2);
}
