/**
 * Checks input schemas for features that OpenAI's strict mode cannot express. One finding per tool and rule: hosts choose per tool.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { RuleCheck } from './checked-offer.js';
import { eachInputSchema, eachSchema, hasType, keywordsIn, quoteAll, type ObjectSpot } from './schema-spots.js';

const mostLevels = 10;
const mostProperties = 5_000;
const mostValues = 1_000;
const longEnumValues = 250;
const longEnumCharacters = 15_000;
const mostCharacters = 120_000;
const unsupported = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'prefixItems',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'uniqueItems',
];

/** Checks of strict mode, by rule. */
export const strictChecks = {
  'openai/strict-required': eachInputSchema((spots) => {
    const optional = spots.flatMap(({ schema, path }) =>
      optionalIn(schema).map((name) => (path ? `${path}.${name}` : name)),
    );
    return optional.length > 0 ? `not required: ${quoteAll(optional)}` : undefined;
  }),
  'openai/strict-closed': eachInputSchema((spots) => {
    const open = spots.filter(({ schema }) => isOpen(schema)).map(({ path }) => path || 'the input');
    return open.length > 0 ? `open objects: ${quoteAll(new Set(open))}` : undefined;
  }),
  'openai/strict-keyword': eachInputSchema((spots) => {
    const found = new Set(spots.flatMap(({ schema }) => keywordsIn(schema, unsupported)));
    return found.size > 0 ? `it has ${quoteAll(found)}` : undefined;
  }),
  'openai/strict-reference': eachSchema((schema) =>
    typeof schema.$ref === 'string' && Object.keys(schema).length > 1
      ? 'is a reference with other keywords beside it'
      : undefined,
  ),
  'openai/strict-nesting': eachInputSchema((spots) => {
    const deepest = Math.max(...spots.map(({ nesting }) => nesting));
    return deepest > mostLevels ? `it has ${deepest} levels` : undefined;
  }),
  'openai/strict-properties': eachInputSchema((spots) => {
    const count = sum(spots, (schema) => namesIn(schema).length);
    return count > mostProperties ? `it has ${count} properties` : undefined;
  }),
  'openai/strict-enum': eachInputSchema((spots) => {
    const count = sum(spots, (schema) => valuesIn(schema).length);
    if (count > mostValues) return `it has ${count} enum values`;

    const long = spots.find(({ schema }) => {
      const values = valuesIn(schema);
      return values.length > longEnumValues && values.join('').length > longEnumCharacters;
    });
    return long ? `the enum of ${long.path} has more than ${longEnumCharacters} characters` : undefined;
  }),
  'openai/strict-text': eachInputSchema((spots) => {
    const count = sum(spots, (schema) => [...namesIn(schema), ...valuesIn(schema)].join('').length);
    return count > mostCharacters ? `its names and values have ${count} characters` : undefined;
  }),
} as const satisfies Readonly<Record<string, RuleCheck>>;

function sum(spots: readonly ObjectSpot[], count: (schema: JsonObject) => number): number {
  return spots.reduce((total, { schema }) => total + count(schema), 0);
}

function namesIn({ properties }: JsonObject): string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function valuesIn(schema: JsonObject): string[] {
  return Array.isArray(schema.enum) ? schema.enum.map(String) : [];
}

function optionalIn(schema: JsonObject): string[] {
  const { required } = schema;
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  return namesIn(schema).filter((name) => !needed.has(name));
}

function isOpen(schema: JsonObject): boolean {
  return hasType(schema, 'object') && schema.additionalProperties !== false;
}
