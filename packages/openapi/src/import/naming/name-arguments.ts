/**
 * Names the arguments of a tool. A name of several places gets its place: `idInPath`, `idInQuery`.
 */
import { isReserved, Names } from './names.js';
import { camelCase } from './words.js';

/** Characters of an argument's name that model providers accept. */
const longestName = 64;

/** A value that becomes an argument. */
export interface Nameable {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
}

/** Returns the names in the same order. @param taken names that the method uses itself */
export function nameArguments(values: readonly Nameable[], taken: readonly string[]): string[] {
  const plain = values.map(({ name }) => identifierFor(name));
  const names = new Names();
  const own = new Set(taken);
  return values.map((value, index) => {
    const name = plain[index] ?? '';
    const isShared = plain.filter((one) => one === name).length > 1;
    const placed = `${name}In${value.in.charAt(0).toUpperCase()}${value.in.slice(1)}`;
    const isFree = !isShared && !own.has(name) && !isReserved(name);
    return names.take(isFree ? [name, placed] : [placed], longestName);
  });
}

/** A name that is an identifier already keeps its spelling. */
function identifierFor(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name) && name.length <= longestName) return name;
  const words = camelCase(name);
  if (words === '') return 'argument';
  return /^\d/.test(words) ? `_${words}` : words;
}
