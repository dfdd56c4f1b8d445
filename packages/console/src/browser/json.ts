/**
 * Looks into JSON whose shape is not known.
 */
import type { JsonObject, JsonValue } from '@sigil/core';

/** Narrows to a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the value if it is a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Returns the items of an array; none for any other value. */
export function listOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as JsonValue[]) : []; // JSON has no other items
}

/** Returns the value if it is an object; an empty one for any other value. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Writes JSON with an indentation of two. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** Compares two values, whose members must be in the same order. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
