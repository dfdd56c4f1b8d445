/**
 * Visits every schema within a schema, including those that local references name.
 *
 * Each referenced schema is visited once per input, so recursion ends. Does not judge schemas.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { definitionKeywords } from './keywords.js';
import { childrenOf } from './map-schema.js';
import { findReferenced } from './resolve-reference.js';
import { typesOf, type Schema } from './schema.js';

/** One schema and its place. */
export interface SchemaSpot {
  readonly schema: Schema;
  /** Path from the root, as in the messages of decoders: `filters.tags[]`; empty for the root itself. */
  readonly path: string;
  /** The property of the root that contains it. */
  readonly input: string | undefined;
  /** The keyword of the enclosing schema whose value it is, or is part of. */
  readonly keyword: string | undefined;
  /** The number of objects and arrays from the root to here, this one included. */
  readonly nesting: number;
  /** Whether the schema is a reference to a schema that encloses it. */
  readonly isRecursive: boolean;
}

/** Deepest schema visited: the sender of a schema chooses its depth. */
const deepest = 200;
const inArray: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'contains',
  'additionalItems',
  'unevaluatedItems',
]);

/** Returns every schema of `root`, itself first, each before those within it. */
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
    const found = findReferenced(schema, root);
    const target = isJsonObject(found) ? found : undefined;
    const types = typesOf(schema);
    const spot = {
      ...reached,
      nesting: reached.nesting + (types.includes('object') || types.includes('array') ? 1 : 0),
      isRecursive: target !== undefined && open.includes(target),
    };
    spots.push(spot);
    if (depth >= deepest) return;

    for (const child of spotsIn(schema, spot)) visit(child, [...open, schema], depth + 1);
    if (!target || spot.isRecursive) return;

    const key = JSON.stringify([spot.input ?? null, schema.$ref]);
    if (visited.has(key)) return;
    visited.add(key);
    visit({ ...spot, schema: target, keyword: '$ref' }, [...open, schema], depth + 1);
  }
}

/** Returns the direct subschemas; definitions are visited only through references. */
function spotsIn(schema: JsonObject, spot: SchemaSpot): SchemaSpot[] {
  return childrenOf(schema)
    .filter(({ keyword }) => !definitionKeywords.has(keyword))
    .map((child) => {
      const { keyword, name } = child;
      const input = spot.input ?? (keyword === 'properties' && spot.path === '' ? name : undefined);
      const path = pathOf(spot.path, keyword, name);
      return { schema: child.schema, path, input, keyword, nesting: spot.nesting, isRecursive: false };
    });
}

function pathOf(path: string, keyword: string, name: string | undefined): string {
  if (keyword === 'properties' && name !== undefined) return path === '' ? name : `${path}.${name}`;
  return inArray.has(keyword) ? `${path}[]` : path;
}
