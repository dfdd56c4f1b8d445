/**
 * Visits every schema within a schema, those behind local references too.
 *
 * Each referenced schema is visited once per input, so recursion ends. Knows nothing of what is good or bad in a schema.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { definitionKeywords } from './keywords.js';
import { childrenOf } from './map-schema.js';
import { findReferenced } from './resolve-reference.js';
import { typesOf, type Schema } from './schema.js';

/** One schema and how it is reached. */
export interface SchemaSpot {
  readonly schema: Schema;
  /** From the root, as in the messages of decoders: `filters.tags[]`; the empty string is the root itself. */
  readonly path: string;
  /** The property of the root that it lies in. */
  readonly input: string | undefined;
  /** The keyword of the enclosing schema that it is the value of, or in the value of. */
  readonly keyword: string | undefined;
  /** The number of objects and arrays from the root to here, this one included. */
  readonly nesting: number;
  /** Tells whether the schema is a reference into a schema that encloses it. */
  readonly isRecursive: boolean;
}

/** Deeper ones are not visited: the sender of a schema chooses how deep it is. */
const deepest = 200;
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

/** Definitions are visited where references lead to them. */
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
