/**
 * Follows references within one schema document, and collects the documentation of each.
 */
import type { JsonObject } from '@sigil/core';
import { isDocumentation } from '../../schema/keywords.js';
import { findReferenced } from '../../schema/resolve-reference.js';
import type { Schema } from '../../schema/schema.js';

/** A schema that is not a reference, or one that cannot be followed. */
export interface ResolvedSchema {
  readonly schema: Schema;
  /** Its own documentation, overridden by that of the references to it. */
  readonly documentation: JsonObject;
}

/** Follows references within their document. */
export type Resolver = (schema: Schema) => ResolvedSchema;

/** Builds a resolver for the references in `root`; references into other documents stay. */
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

/** Returns the target; nothing if it is not a reference, leads nowhere, or has more than documentation beside it. */
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
