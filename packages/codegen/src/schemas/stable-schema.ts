/**
 * Compares two evaluations of one schema, so that nothing in a manifest depends on the time or on chance.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';

/** The part that both evaluations have, with the places of defaults that differ, or of the first other difference. */
export interface StableSchema {
  readonly schema: JsonObject;
  /** Places such as `properties.id`, of schemas whose default is computed anew each time. */
  readonly computedDefaults: readonly string[];
  readonly difference?: string;
}

export function stableSchema(first: JsonObject, second: JsonObject): StableSchema {
  const computedDefaults: string[] = [];
  let difference: string | undefined;
  const join = (one: JsonValue, other: JsonValue | undefined, path: string): JsonValue => {
    if (isJsonObject(one) && isJsonObject(other)) return joinObjects(one, other, path);
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
      return one.map((item: JsonValue, index) => join(item, other[index] as JsonValue, `${path}.${index}`));
    if (one !== other) difference ??= path;
    return one;
  };
  const joinObjects = (one: JsonObject, other: JsonObject, path: string): JsonObject => {
    const names = Object.keys(one);
    if (Object.keys(other).some((name) => !Object.hasOwn(one, name))) difference ??= path;
    const isComputed = (name: string): boolean =>
      name === 'default' && JSON.stringify(one[name]) !== JSON.stringify(other[name]) && !path.endsWith('properties');
    if (names.some(isComputed)) computedDefaults.push(path);
    const kept = names.filter((name) => !isComputed(name));
    return Object.fromEntries(
      kept.map((name) => [name, join(one[name]!, other[name], path === '' ? name : `${path}.${name}`)]),
    );
  };
  const schema = joinObjects(first, second, '');
  return { schema, computedDefaults, ...(difference !== undefined && { difference }) };
}
