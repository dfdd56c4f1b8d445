/**
 * Finds the first place in a value that has another kind than expected, and describes it for the operator.
 *
 * Knows nothing of MCP.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';

/** A place of another kind than expected. It names the kind of the value, never the value. */
export interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** @returns `undefined` for a value that fits */
export type FindMisfit = (value: JsonValue, path: string) => Misfit | undefined;

/** Longer names are cut in messages. */
const longestName = 128;

/** Makes a check by a predicate. @param expected the kind as a phrase with an article */
export function kind(expected: string, fits: (value: JsonValue) => boolean): FindMisfit {
  return (value, path) => (fits(value) ? undefined : { path, expected, got: nameKind(value) });
}

/** Checks for a string. */
export const aString = kind('a string', (value) => typeof value === 'string');
/** Checks for `true` or `false`. */
export const aBoolean = kind('a boolean', (value) => typeof value === 'boolean');
/** Checks for an object with any members. */
export const anObject = kind('an object', isJsonObject);
const anArray = kind('an array', Array.isArray);

/** Makes a check for an array whose items pass the given check. */
export function arrayOf(find: FindMisfit): FindMisfit {
  return (value, path) => {
    if (!Array.isArray(value)) return anArray(value, path);
    for (const [index, item] of value.entries()) {
      const misfit = find(item as JsonValue, `${path}[${index}]`);
      if (misfit) return misfit;
    }
    return undefined;
  };
}

/** Makes a check for an object with any names, whose values pass the given check. */
export function mapOf(find: FindMisfit): FindMisfit {
  return (value, path) => {
    if (!isJsonObject(value)) return anObject(value, path);
    for (const [name, member] of Object.entries(value)) {
      const misfit = find(member, `${path}.${name.slice(0, longestName)}`);
      if (misfit) return misfit;
    }
    return undefined;
  };
}

/** Makes a check for an object whose members pass their checks if present; the `required` ones must be present. */
export function objectOf(members: Readonly<Record<string, FindMisfit>>, required: readonly string[] = []): FindMisfit {
  const finds = Object.entries(members);
  return (value, path) => {
    if (!isJsonObject(value)) return anObject(value, path);
    for (const [name, find] of finds) {
      const member = value[name];
      if (member === undefined && !required.includes(name)) continue;
      // A missing member is checked as a value of another kind.
      const misfit = find(member as JsonValue, `${path}.${name}`);
      if (misfit) return misfit;
    }
    return undefined;
  };
}

function nameKind(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
