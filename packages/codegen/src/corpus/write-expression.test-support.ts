/**
 * Writes a value as a TypeScript expression, so that the compiler can tell whether it is of a type.
 */

/** What the program with the expression has to declare. */
export const expressionPrelude = 'declare const injected: never;\n';

/** The expression; what is no data, such as a context, is `injected`. */
export function writeExpression(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' || typeof value === 'boolean') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `[${value.map(writeExpression).join(', ')}]`;
  return writeObject(value);
}

function writeObject(value: object): string {
  if (value instanceof Date) return `new Date(${JSON.stringify(value.toISOString())})`;
  if (value instanceof URL) return `new URL(${JSON.stringify(value.href)})`;
  if (value instanceof RegExp) return `new RegExp(${JSON.stringify(value.source)}, ${JSON.stringify(value.flags)})`;
  if (value instanceof Map) return `new Map(${writeExpression([...value])})`;
  if (value instanceof Set) return `new Set(${writeExpression([...value])})`;
  if (Buffer.isBuffer(value)) return `Buffer.from([${[...value].join(', ')}])`;
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  if (value instanceof ArrayBuffer) return `new Uint8Array([${[...new Uint8Array(value)].join(', ')}]).buffer`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return 'injected';
  const members = Object.entries(value).map(([name, member]) => `${writeName(name)}: ${writeExpression(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Without the brackets `__proto__` would not be a member. */
function writeName(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}
