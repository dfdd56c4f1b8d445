/**
 * Splits names of any spelling into words, and joins words as identifiers and file names.
 *
 * Accents are dropped; letters that have no Latin form are left out, so the result may be empty.
 */

/** Returns the words of a name: `getHTTPStatus_v2` has get, HTTP, Status, v, 2. */
export function splitWords(name: string): string[] {
  const latin = name.normalize('NFKD').replace(/\p{M}/gu, '');
  return latin.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
}

/** Returns a name such as `StationPage`; a name that is one already keeps its spelling. */
export function pascalCase(name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name) && !/^[A-Z0-9]{5,}$/.test(name)) return name;
  return splitWords(name).map(capitalize).join('');
}

/** Returns a name such as `getStations`; a name that is one already keeps its spelling. */
export function camelCase(name: string): string {
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
  const [first = '', ...others] = splitWords(name);
  return [first.toLowerCase(), ...others.map(capitalize)].join('');
}

/** Returns a name such as `station-page`. */
export function kebabCase(name: string): string {
  return splitWords(name)
    .map((word) => word.toLowerCase())
    .join('-');
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`;
}
