/**
 * Says whether a name can be that of a parameter in a generated method: nothing in the language, or in the method, may have it.
 */
import { SyntaxKind, ts } from 'ts-morph';

/** Words that a module may not bind, names that the linter refuses, and what the method itself calls. */
const otherNames = ['await', 'arguments', 'eval', 'undefined', 'NaN', 'Infinity', 'globalThis', 'then', 'JSON'];

const takenNames = new Set([...reservedWords(), ...otherNames]);

/** @param {string} name an identifier @returns {string | undefined} what was expected and what came */
export function findParameterNameProblem(name) {
  if (!takenNames.has(name)) return undefined;
  return `"${name}" cannot name a parameter: expected a name that means nothing else in TypeScript, such as "city"`;
}

/** Those of strict code too, as each class is. @returns {string[]} */
function reservedWords() {
  const { FirstReservedWord: first, LastFutureReservedWord: last } = SyntaxKind;
  return Array.from({ length: last - first + 1 }, (_, index) => ts.tokenToString(first + index) ?? '');
}
