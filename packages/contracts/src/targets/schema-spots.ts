/**
 * Builds checks of the schemas within a tool's input schema.
 */
import type { JsonObject } from '@sigil/core';
import type { RuleCheck } from './checked-offer.js';
import { typesOf } from '../schema/schema.js';
import { walkSchema, type SchemaSpot } from '../schema/walk-schema.js';

/** A place whose schema is an object. */
export type ObjectSpot = SchemaSpot & { readonly schema: JsonObject };

/** Checks every schema, boolean ones too; `find` returns the problem with it. Repeated findings on one input are reported once. */
export function eachSpot(find: (spot: SchemaSpot) => string | undefined): RuleCheck {
  return ({ tools }) =>
    tools.flatMap(({ name, inputSchema }) => {
      const seen = new Set<string>();
      return walkSchema(inputSchema).flatMap((spot) => {
        const found = find(spot);
        if (found === undefined) return [];
        const message = `${spot.path || 'the input'} ${found}`;
        if (seen.has(message)) return [];
        seen.add(message);
        return [{ tool: name, input: spot.input, message }];
      });
    });
}

/** Checks every schema that is an object. */
export function eachSchema(find: (schema: JsonObject, spot: ObjectSpot) => string | undefined): RuleCheck {
  return eachSpot((spot) =>
    typeof spot.schema === 'boolean' ? undefined : find(spot.schema, { ...spot, schema: spot.schema }),
  );
}

/** Checks all schemas of a tool together. */
export function eachInputSchema(find: (spots: readonly ObjectSpot[]) => string | undefined): RuleCheck {
  return ({ tools }) =>
    tools.flatMap(({ name, inputSchema }) => {
      const spots = walkSchema(inputSchema).filter((spot): spot is ObjectSpot => typeof spot.schema !== 'boolean');
      const message = find(spots);
      return message === undefined ? [] : [{ tool: name, message }];
    });
}

/** Returns whether the schema may be of a type, as far as it says. */
export function hasType(schema: JsonObject, wanted: string): boolean {
  return typesOf(schema).includes(wanted);
}

/** Returns those of `keywords` that the schema has. */
export function keywordsIn(schema: JsonObject, keywords: readonly string[]): string[] {
  return keywords.filter((keyword) => Object.hasOwn(schema, keyword));
}

/** Quotes and joins names: `"a"`, `"b"`. */
export function quoteAll(names: Iterable<string>): string {
  return [...names].map((name) => `"${name}"`).join(', ');
}
