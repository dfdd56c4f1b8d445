/**
 * Inlines named types where they are referred to, for clients that do not follow references.
 *
 * Types that contain themselves stay references. A schema that would become too large stays unchanged.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { annotations } from '../schema/keywords.js';
import { mapChildren, mapSchema, without } from '../schema/map-schema.js';

const prefix = '#/$defs/';
/** Most schemas after inlining: types that refer to each other twice per level double in size with each level. */
const mostSchemas = 5_000;

class TooLarge extends Error {}

/** Inlines references of the form `#/$defs/name`; a schema with any other reference stays unchanged. */
export function inlineReferences(root: JsonObject): JsonObject {
  const { $defs } = root;
  if (!isJsonObject($defs)) return root;

  const uses = new Map(Object.entries($defs).map(([name, schema]) => [name, namesUsedIn(schema)]));
  const usedByRoot = namesUsedIn(without(root, ['$defs']));
  if ([usedByRoot, ...uses.values()].some((used) => used === undefined)) return root;

  try {
    return inline(root, $defs, recursiveNames(uses as ReadonlyMap<string, ReadonlySet<string>>));
  } catch (error) {
    if (error instanceof TooLarge) return root;
    throw error;
  }
}

function inline(root: JsonObject, $defs: JsonObject, recursive: ReadonlySet<string>): JsonObject {
  let schemas = 0;
  const expand = (schema: JsonObject): JsonObject => {
    if (++schemas > mostSchemas) throw new TooLarge();
    const name = nameIn(schema);
    const target = name === undefined || recursive.has(name) ? undefined : $defs[name];
    const beside = without(schema, ['$ref']);
    if (!isJsonObject(target) || !Object.keys(beside).every((keyword) => annotations.includes(keyword))) {
      return mapChildren(schema, expand);
    }
    return { ...expand(target), ...beside };
  };
  const definitions = Object.entries($defs).map(([name, schema]): [string, JsonValue] => [
    name,
    recursive.has(name) && isJsonObject(schema) ? expand(schema) : schema,
  ]);
  return leaveOutUnused({ ...expand(without(root, ['$defs'])), $defs: Object.fromEntries(definitions) });
}

/** Removes definitions that nothing refers to; the others keep their order. */
export function leaveOutUnused(root: JsonObject): JsonObject {
  const { $defs } = root;
  if (!isJsonObject($defs)) return root;

  const needed = new Set<string>();
  let isClear = true;
  const add = (schema: JsonValue | undefined): void => {
    const names = namesUsedIn(schema ?? null);
    isClear &&= names !== undefined;
    for (const name of names ?? []) {
      if (needed.has(name)) continue;
      needed.add(name);
      add($defs[name]);
    }
  };
  const rest = without(root, ['$defs']);
  add(rest);
  if (!isClear) return root;
  const definitions = Object.entries($defs).filter(([name]) => needed.has(name));
  return definitions.length > 0 ? { ...rest, $defs: Object.fromEntries(definitions) } : rest;
}

/** Returns the names in `$ref`s; `undefined` if a name cannot be determined, or is ambiguous. */
function namesUsedIn(schema: JsonValue): Set<string> | undefined {
  const names = new Set<string>();
  let isClear = true;
  if (!isJsonObject(schema)) return names;
  mapSchema(schema, (it) => {
    const name = nameIn(it);
    if (name !== undefined) names.add(name);
    isClear &&= !['$id', '$anchor', '$dynamicRef', '$defs'].some((keyword) => Object.hasOwn(it, keyword));
    isClear &&= it.$ref === undefined || name !== undefined;
    return it;
  });
  return isClear ? names : undefined;
}

function nameIn({ $ref }: JsonObject): string | undefined {
  if (typeof $ref !== 'string' || !$ref.startsWith(prefix)) return undefined;
  const name = $ref.slice(prefix.length);
  return /^[A-Za-z0-9._-]+$/.test(name) ? name : undefined;
}

function recursiveNames(uses: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reaches = (from: string, wanted: string, seen: Set<string>): boolean => {
    for (const name of uses.get(from) ?? []) {
      if (name === wanted) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      if (reaches(name, wanted, seen)) return true;
    }
    return false;
  };
  return new Set([...uses.keys()].filter((name) => reaches(name, name, new Set())));
}
