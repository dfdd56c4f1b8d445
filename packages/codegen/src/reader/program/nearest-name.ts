/**
 * Finds the name that a misspelled name was meant to be.
 */

/** Returns the nearest candidate if it is close enough to be a misspelling. */
export function findNearest(name: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const ranked = candidates.map((candidate) => ({ candidate, distance: editDistance(candidate, name) }));
  return ranked.sort((a, b) => a.distance - b.distance).find(({ distance }) => distance <= allowed)?.candidate;
}

/** Counts the insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const steps = [at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + (same ? 0 : 1)];
      row.push(Math.min(...steps, swapped ? at(rows, i - 2, j - 2) + 1 : Infinity));
    }
    rows.push(row);
  }
  return at(rows, from.length, to.length);
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
