/**
 * Quotes the place of a problem in data for a sentence, also if a name in it is itself in quotes: `filters["a b"]`.
 */

const quotedName = /\["((?:[^"\\]|\\.)*)"\]/g;
const oneName = /^\["(?:[^"\\]|\\.)*"\]$/;

/** Returns `"days[0]"`, `"filters['a b']"`, and a single name alone: `"a b"`. */
export function quotePath(path: string): string {
  if (oneName.test(path)) return path.slice(1, -1);
  return `"${path.replace(quotedName, (_, name: string) => `['${name.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}']`)}"`;
}
