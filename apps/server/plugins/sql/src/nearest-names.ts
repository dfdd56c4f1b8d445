/**
 * Finds the names that someone who mistyped most likely meant.
 */

/**
 * @param count how many to return at most
 * @returns the nearest first; none when nothing is similar
 */
export function nearestNames(typed: string, names: readonly string[], count: number): string[] {
  const wanted = typed.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceTo(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(2, name.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

/** A name that contains the typed word counts as one edit away; otherwise it is the Levenshtein distance. */
function distanceTo(typed: string, name: string): number {
  if (typed.length > 2 && name.includes(typed)) return 1;

  let previous = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let column = 1; column <= name.length; column++) {
      const replaced = previous[column - 1]! + (typed[row - 1] === name[column - 1] ? 0 : 1);
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, replaced));
    }
    previous = current;
  }
  return previous[name.length]!;
}
