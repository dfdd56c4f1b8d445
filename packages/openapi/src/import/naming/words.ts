/**
 * Splits names of any spelling into words, and joins words as identifiers and file names.
 *
 * Accents are dropped, and letters such as ß and ø are spelt out; what has no Latin form is left out, so the result may be empty.
 */

/** Letters that Unicode does not decompose, as they are usually written without them. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

/** Returns the words of a name: `getHTTPStatus_v2` has get, HTTP, Status, v2. */
export function splitWords(name: string): string[] {
  const latin = name
    .replace(/[^ -~]/gu, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return latin.match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g) ?? [];
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
