/**
 * Random TypeScript types from a small grammar. Their meaning comes from the compiler and the generator.
 */
import fc from 'fast-check';
import { placeType, type CorpusCase } from './corpus-plugin.test-support.js';

/** The declarations that every random type may name. */
const declarations = `
interface Plain { name: string; size?: number }
interface Tree { label: string; nodes: Tree[] }
interface Box<T> { value: T; more?: T[] }
type Pair<A, B> = [first: A, second?: B];
type Nested<T> = T | Nested<T>[];
enum Level { Low, High = 5 }
class Point { x = 0; y? = 0 }
const table = { z: 1, a: 'b', c: { d: true } } as const;
export const used: [Level, typeof table, Point] = [Level.Low, table, new Point()];
`;

const atoms: readonly string[] = [
  ...[
    'string',
    'number',
    'boolean',
    'null',
    'undefined',
    'unknown',
    'bigint',
    "'a'",
    "'b' | 'c'",
    '1 | -2',
    'true',
    '0.5',
  ],
  ...['Date', 'URL', 'RegExp', 'Uint8Array', 'Plain', 'Tree', 'Level', 'Level.High', 'Point', 'Nested<string>'],
  ...['`x-${number}`', '`${"a" | "b"}_${string}`', 'keyof Plain', 'typeof table', '(typeof table)["a" | "z"]'],
  ...['never', 'any', 'object', '() => void', 'symbol', 'Promise<string>', 'WeakMap<Plain, string>'],
];

/** Each builds a type from another, in parentheses, so that it can be used anywhere. */
const unary: readonly ((type: string) => string)[] = [
  (type) => `(${type})[]`,
  (type) => `readonly (${type})[]`,
  (type) => `Record<string, ${type}>`,
  (type) => `Record<number, ${type}>`,
  (type) => `Record<'k' | 'l', ${type}>`,
  (type) => `{ [key: \`id-\${string}\`]: ${type} }`,
  (type) => `{ m: ${type} }`,
  (type) => `{ m?: ${type}; n: string }`,
  (type) => `{ readonly m: ${type}; [key: string]: unknown }`,
  (type) => `[${type}]`,
  (type) => `[${type}, ...string[]]`,
  (type) => `[string, (${type})?]`,
  (type) => `Box<${type}>`,
  (type) => `Set<${type}>`,
  (type) => `Map<string, ${type}>`,
  (type) => `Map<number, ${type}>`,
  (type) => `Partial<{ p: ${type}; q: number }>`,
  (type) => `Required<{ p?: ${type} }>`,
  (type) => `Readonly<Box<${type}>>`,
  (type) => `Pick<{ p: ${type}; q: symbol }, 'p'>`,
  (type) => `Omit<{ p: ${type}; q: symbol }, 'q'>`,
  (type) => `NonNullable<${type}>`,
  (type) => `Exclude<${type}, null>`,
  (type) => `Box<${type}>['value']`,
  (type) => `{ [K in 'e' | 'f']: ${type} }`,
  (type) => `(${type}) | null`,
  (type) => `(${type}) | undefined`,
  (type) => `{ kind: 'k'; of: ${type} } | { kind: 'other' }`,
];

const binary: readonly ((left: string, right: string) => string)[] = [
  (left, right) => `(${left}) | (${right})`,
  (left, right) => `{ l: ${left} } & { r: ${right} }`,
  (left, right) => `(${left}) & (${right})`,
  (left, right) => `{ l: ${left}; r: ${right} }`,
  (left, right) => `Pair<${left}, ${right}>`,
  (left, right) => `[a: ${left}, b: ${right}]`,
  (left, right) => `(${left}) extends string ? ${left} : ${right}`,
  (left, right) => `Map<${left}, ${right}>`,
];

/** Types of the grammar, at most four constructors deep. */
const types: fc.Arbitrary<string> = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    { weight: 3, arbitrary: fc.constantFrom(...atoms) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...unary), tie('type')).map(([wrap, type]) => wrap(type)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...binary), tie('type'), tie('type'))
        .map(([join, left, right]) => join(left, right)),
    },
  ),
})).type;

/** A random type, once as a parameter and once in a result. */
export interface RandomType {
  readonly type: string;
  readonly taken: CorpusCase;
  readonly given: CorpusCase;
}

/** Returns at most this many different types, the same ones for the same seed. */
export function randomTypes(seed: number, count: number): RandomType[] {
  const texts = new Set(fc.sample(types, { seed, numRuns: count }));
  return [...texts].map((type, index) => {
    // The expected schema is unknown; readers of the cases check the results.
    const one = { type, declarations, schema: {} };
    return {
      type,
      taken: placeType({ name: 'taken' }, { ...one, name: String(index), only: 'input' }),
      given: placeType({ name: 'given' }, { ...one, name: String(index), only: 'output' }),
    };
  });
}
