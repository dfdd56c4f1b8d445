/**
 * Visits every schema within a schema, those behind local references too.
 *
 * Each referenced schema is visited once per input, so recursion ends. Knows nothing of what is good or bad in a schema.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';

/** One schema and how it is reached. */
export interface SchemaSpot {
  readonly schema: JsonObject | boolean;
  /** From the root, as in the messages of decoders: `filters.tags[]`; the empty string is the root itself. */
  readonly path: string;
  /** The property of the root that it lies in. */
  readonly input: string | undefined;
  /** The keyword of the enclosing schema that it is the value of, or in the value of. */
  readonly keyword: string | undefined;
  /** How many objects and arrays there are from the root to here, this one included. */
  readonly nesting: number;
  /** Whether it is a reference into a schema that encloses it. */
  readonly isRecursive: boolean;
}

/** Deeper ones are not visited: whoever sends a schema over the network chooses how deep it is. */
const deepest = 200;
const named = ['properties', 'patternProperties', 'dependentSchemas'] as const;
const listed = ['prefixItems', 'anyOf', 'oneOf', 'allOf'] as const;
const single = [
  'items',
  'additionalProperties',
  'additionalItems',
  'propertyNames',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
] as const;
const inArray: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'contains',
  'additionalItems',
  'unevaluatedItems',
]);

/** Every schema of `root`, itself first, each before those within it. */
export function walkSchema(root: JsonObject): SchemaSpot[] {
  const spots: SchemaSpot[] = [];
  const visited = new Set<string>();
  visit({ schema: root, path: '', input: undefined, keyword: undefined, nesting: 0, isRecursive: false }, [], 0);
  return spots;

  function visit(reached: SchemaSpot, open: readonly JsonObject[], depth: number): void {
    const { schema } = reached;
    if (typeof schema === 'boolean') {
      spots.push(reached);
      return;
    }
    const target = findReferenced(schema, root);
    const spot = {
      ...reached,
      nesting: reached.nesting + (isContainer(schema) ? 1 : 0),
      isRecursive: target !== undefined && open.includes(target),
    };
    spots.push(spot);
    if (depth >= deepest) return;

    for (const child of childrenOf(schema, spot)) visit(child, [...open, schema], depth + 1);
    if (!target || spot.isRecursive) return;

    const key = JSON.stringify([spot.input ?? null, schema.$ref]);
    if (visited.has(key)) return;
    visited.add(key);
    visit({ ...spot, schema: target, keyword: '$ref' }, [...open, schema], depth + 1);
  }
}

/** The schema that a local `$ref` names; `undefined` without one, and when nothing is there. */
function findReferenced({ $ref }: JsonObject, root: JsonObject): JsonObject | undefined {
  if (typeof $ref !== 'string' || !$ref.startsWith('#')) return undefined;
  let found: JsonValue | undefined = root;
  for (const part of $ref.slice(1).split('/').slice(1)) {
    const key = decodePart(part);
    const holder: JsonValue | undefined = found;
    found = isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  return isJsonObject(found) ? found : undefined;
}

function decodePart(part: string): string {
  const unescaped = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(unescaped);
  } catch {
    // Not percent-encoded then: the name is taken as it is.
    return unescaped;
  }
}

function isContainer({ type }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : [type];
  return types.includes('object') || types.includes('array');
}

function childrenOf(schema: JsonObject, spot: SchemaSpot): SchemaSpot[] {
  const children: SchemaSpot[] = [];
  const add = (value: JsonValue | undefined, keyword: string, name?: string): void => {
    if (typeof value !== 'boolean' && !isJsonObject(value)) return;
    const path = pathOf(spot.path, keyword, name);
    const input = spot.input ?? (keyword === 'properties' && spot.path === '' ? name : undefined);
    children.push({ schema: value, path, input, keyword, nesting: spot.nesting, isRecursive: false });
  };
  for (const keyword of named) {
    const members = schema[keyword];
    if (isJsonObject(members)) for (const [name, value] of Object.entries(members)) add(value, keyword, name);
  }
  for (const keyword of listed) {
    const members = schema[keyword];
    if (Array.isArray(members)) members.forEach((value: JsonValue) => add(value, keyword));
  }
  for (const keyword of single) add(schema[keyword], keyword);
  return children;
}

function pathOf(path: string, keyword: string, name: string | undefined): string {
  if (keyword === 'properties' && name !== undefined) return path === '' ? name : `${path}.${name}`;
  return inArray.has(keyword) ? `${path}[]` : path;
}
