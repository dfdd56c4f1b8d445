/**
 * Partitions all characters into classes that the sets of one regular expression do not distinguish, so that few symbols
 * represent all of them.
 */

/** The symbols of each set, by the set's source. */
export interface PatternSymbols {
  readonly count: number;
  readonly symbolsOf: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The source of the set that contains every character. */
export const everything = '[^]';

/** White space beyond Latin-1, an ideograph, an emoji, and the last character of all. */
const farPoints = [0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, 0x4e00, 0x1f600, 0x10ffff];

/** Returns the symbols that `sources` distinguish. */
export function divideSymbols(sources: Iterable<string>): PatternSymbols {
  const sets = [...new Set([...sources, everything])];
  const tests = sets.map((source) => new RegExp(`^(?:${source})$`, 'u'));
  const symbolByKey = new Map<string, number>();
  const symbolsOf = new Map<string, Set<number>>(sets.map((source) => [source, new Set<number>()]));
  for (const point of samplePoints(sets)) {
    const text = String.fromCodePoint(point);
    const isIn = tests.map((test) => test.test(text));
    const key = isIn.map(Number).join('');
    const symbol = symbolByKey.get(key) ?? symbolByKey.size;
    symbolByKey.set(key, symbol);
    sets.forEach((source, index) => isIn[index] && symbolsOf.get(source)?.add(symbol));
  }
  return { count: symbolByKey.size, symbolsOf };
}

/**
 * Returns every character in which sets can differ: Latin ones, those written in the sets and their neighbours, and many more if
 * there are properties.
 */
function samplePoints(sets: readonly string[]): ReadonlySet<number> {
  const points = new Set(farPoints);
  const last = sets.some((source) => /\\[pP]/.test(source)) ? 0x1ffff : 0x2ff;
  for (let point = 0; point <= last; point += point < 0x600 ? 1 : 31) points.add(point);
  const written = sets.flatMap(writtenPoints).flatMap((point) => [point - 1, point, point + 1]);
  for (const point of written) if (point >= 0 && point <= 0x10ffff) points.add(point);
  return points;
}

function writtenPoints(source: string): readonly number[] {
  const escaped = [...source.matchAll(/\\u\{([0-9A-Fa-f]+)\}|\\u([0-9A-Fa-f]{4})/g)];
  const plain = [...source].map((character) => character.codePointAt(0) ?? 0);
  return [...escaped.map(([, long, short]) => Number.parseInt(long ?? short ?? '0', 16)), ...plain];
}
