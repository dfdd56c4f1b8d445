/**
 * Finds the first place in a value that is of another kind than expected, with words for the operator.
 *
 * Knows nothing of MCP.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';

/** A place that is of another kind than expected. Names the value's kind, never the value. */
export interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** @returns `undefined` for a value that fits */
export type FindMisfit = (value: JsonValue, path: string) => Misfit | undefined;

/** Longer names are cut in words for the operator. */
const longestName = 128;

/** A value that passes the check. @param expected its kind in words, with an article */
export function kind(expected: string, fits: (value: JsonValue) => boolean): FindMisfit {
  return (value, path) => (fits(value) ? undefined : { path, expected, got: nameKind(value) });
}

/** The kind of a text. */
export const aString = kind('a string', (value) => typeof value === 'string');
/** The kind of `true` and `false`. */
export const aBoolean = kind('a boolean', (value) => typeof value === 'boolean');
/** The kind of an object, whatever is in it. */
export const anObject = kind('an object', isJsonObject);
const anArray = kind('an array', Array.isArray);

/** An array of what fits. */
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

/** An object of any names whose values fit. */
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

/** An object whose members fit, as far as they are there; those that are `required` are. */
export function objectOf(members: Readonly<Record<string, FindMisfit>>, required: readonly string[] = []): FindMisfit {
  const finds = Object.entries(members);
  return (value, path) => {
    if (!isJsonObject(value)) return anObject(value, path);
    for (const [name, find] of finds) {
      const member = value[name];
      if (member === undefined && !required.includes(name)) continue;
      // To a check, a member that is not there is one of another kind.
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
