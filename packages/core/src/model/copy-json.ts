/**
 * Copies JSON as a round trip through its text would, at a fraction of the cost for small values.
 */
import type { JsonValue } from './json.js';

/** Deeper values are copied by their text, which also refuses circles. */
const deepest = 64;

/**
 * @returns the value without anything that JSON cannot express; `undefined` if nothing is left
 * @throws TypeError for a circle or a big integer
 */
export function copyJson(value: unknown): JsonValue | undefined {
  return copyAt(value, 0);
}

function copyAt(value: unknown, depth: number): JsonValue | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : byText(value);
  if (typeof value !== 'object' || depth > deepest || 'toJSON' in value) return byText(value);
  if (Array.isArray(value)) return copyItems(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? copyMembers(value, depth) : byText(value);
}

/** A loop takes half the time of `Array.from` for the short lists of results. */
function copyItems(items: readonly unknown[], depth: number): JsonValue {
  const copy: JsonValue[] = [];
  for (let at = 0; at < items.length; at++) copy.push(copyAt(items[at], depth + 1) ?? null);
  return copy;
}

function copyMembers(value: object, depth: number): JsonValue {
  const copy: Record<string, JsonValue> = {};
  for (const name of Object.keys(value)) {
    const member = copyAt((value as Record<string, unknown>)[name], depth + 1); // any object has members by name
    if (member === undefined) continue;
    // An assignment would set the prototype.
    if (name === '__proto__') Object.defineProperty(copy, name, { ...plainProperty, value: member });
    else copy[name] = member;
  }
  return copy;
}

const plainProperty = { enumerable: true, configurable: true, writable: true } as const;

function byText(value: unknown): JsonValue | undefined {
  const json = JSON.stringify(value) as string | undefined; // its type leaves out what it cannot express
  return json === undefined ? undefined : (JSON.parse(json) as JsonValue);
}
