/**
 * Writes a value as a TypeScript expression, so that the compiler can check it against a type.
 */

/**
 * The declarations for the program with the expression. The type of a map's entries comes from the map's target, not from its
 * first entry.
 */
export const expressionPrelude = `declare const injected: never;
type EntriesOf<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never;
type ItemsOf<S> = S extends ReadonlySet<infer T> ? readonly T[] : never;
declare function mapOf<M>(entries: EntriesOf<M>): M;
declare function setOf<S>(items: ItemsOf<S>): S;
`;

/** Returns the expression; a value that is not data, such as a context, is `injected`. */
export function writeExpression(value: unknown): string {
  return write(value, { Map: 'mapOf', Set: 'setOf' });
}

/** Does the same with maps and sets in their usual form. */
export function writeBareExpression(value: unknown): string {
  return write(value, { Map: 'new Map', Set: 'new Set' });
}

interface Makers {
  readonly Map: string;
  readonly Set: string;
}

function write(value: unknown, makers: Makers): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' || typeof value === 'boolean') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, makers)).join(', ')}]`;
  return writeObject(value, makers);
}

function writeObject(value: object, makers: Makers): string {
  if (value instanceof Date) return `new Date(${JSON.stringify(value.toISOString())})`;
  if (value instanceof URL) return `new URL(${JSON.stringify(value.href)})`;
  if (value instanceof RegExp) return `new RegExp(${JSON.stringify(value.source)}, ${JSON.stringify(value.flags)})`;
  if (value instanceof Map) return `${makers.Map}(${write([...value], makers)})`;
  if (value instanceof Set) return `${makers.Set}(${write([...value], makers)})`;
  if (Buffer.isBuffer(value)) return `Buffer.from([${[...value].join(', ')}])`;
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  if (value instanceof ArrayBuffer) return `new Uint8Array([${[...new Uint8Array(value)].join(', ')}]).buffer`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return 'injected';
  const members = Object.entries(value).map(([name, member]) => `${writeName(name)}: ${write(member, makers)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Writes a name in brackets, without which `__proto__` would not be a member. */
function writeName(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}
