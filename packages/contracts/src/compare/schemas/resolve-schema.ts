/**
 * Follows references inside of one schema document, and gathers what is documented on the way.
 */
import type { JsonObject } from '@sigil/core';
import { isDocumentation } from '../../schema/keywords.js';
import { findReferenced } from '../../schema/resolve-reference.js';
import type { Schema } from '../../schema/schema.js';

/** A schema that is no reference, unless it is one that cannot be followed. */
export interface ResolvedSchema {
  readonly schema: Schema;
  /** Its own words, and those of the references to it, which win. */
  readonly documentation: JsonObject;
}

/** Follows references in the document they stand in. */
export type Resolver = (schema: Schema) => ResolvedSchema;

/** A resolver for the references in `root`; those into other documents stay as they are. */
export function buildResolver(root: Schema): Resolver {
  return (schema) => {
    const seen = new Set<Schema>();
    let documentation: JsonObject = {};
    let current = schema;
    while (!seen.has(current)) {
      seen.add(current);
      documentation = { ...documentationOf(current), ...documentation };
      const target = targetOf(current, root);
      if (target === undefined) break;
      current = target;
    }
    return { schema: current, documentation };
  };
}

/** Nothing when it is no reference, leads nowhere, or more than documentation stands beside it. */
function targetOf(schema: Schema, root: Schema): Schema | undefined {
  if (typeof schema === 'boolean' || typeof schema['$ref'] !== 'string') return undefined;
  if (Object.keys(schema).some((keyword) => keyword !== '$ref' && keyword !== '$defs' && !isDocumentation(keyword))) {
    return undefined;
  }
  return findReferenced(schema, root);
}

function documentationOf(schema: Schema): JsonObject {
  if (typeof schema === 'boolean') return {};
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isDocumentation(keyword)));
}
