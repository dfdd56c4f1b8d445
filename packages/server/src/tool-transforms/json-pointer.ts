/**
 * JSON Pointers: reading them, and the values and schemas that they lead to.
 *
 * Spec: RFC 6901
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';

/** Returns whether a text is a pointer to a part of a value; the empty pointer means the whole. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** Returns the names on the path. */
export function readPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the pointer of a path. */
export function writePointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the part of a value, `undefined` if it has no such part. */
export function partAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let part: JsonValue | undefined = value;
  for (const name of path) part = part === undefined ? undefined : memberOf(part, name);
  return part;
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value))
    return /^(?:0|[1-9]\d*)$/.test(name) ? (value as readonly JsonValue[])[Number(name)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the schema that a local `$ref` of the root names; `undefined` for any other. */
export function resolveReference(reference: JsonValue | undefined, root: JsonObject): JsonValue | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const pointer = decodeFragment(reference.slice(1));
  return pointer !== undefined && isPointer(pointer) ? partAt(root, readPointer(pointer)) : undefined;
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined; // a fragment that no pointer is written as
  }
}
