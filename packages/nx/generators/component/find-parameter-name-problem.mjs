/**
 * Checks a parameter name for a generated method: neither the language nor the method may use it otherwise.
 */
import { SyntaxKind, ts } from 'ts-morph';

/** Words that a module may not bind, names that the linter refuses, and names that the method itself uses. */
const otherNames = ['await', 'arguments', 'eval', 'undefined', 'NaN', 'Infinity', 'globalThis', 'then', 'JSON'];

const takenNames = new Set([...reservedWords(), ...otherNames]);

/** @param {string} name an identifier @returns {string | undefined} the expected name and the given one */
export function findParameterNameProblem(name) {
  if (!takenNames.has(name)) return undefined;
  return `"${name}" cannot name a parameter: expected a name that means nothing else in TypeScript, such as "city"`;
}

/** Returns the reserved words, including those of strict code, since classes are strict. @returns {string[]} */
function reservedWords() {
  const { FirstReservedWord: first, LastFutureReservedWord: last } = SyntaxKind;
  return Array.from({ length: last - first + 1 }, (_, index) => ts.tokenToString(first + index) ?? '');
}
