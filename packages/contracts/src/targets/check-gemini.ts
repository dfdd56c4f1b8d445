/**
 * Checks input schemas for features missing from the Gemini API's subset of OpenAPI 3.0.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { RuleCheck } from './checked-offer.js';
import { eachSchema, eachSpot, hasType, keywordsIn, quoteAll } from './schema-spots.js';

const deepestKnownGood = 4;
const stringFormats: readonly unknown[] = ['enum', 'date-time'];
const annotations = ['examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'];
const foreign = [
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'multipleOf',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentEncoding',
  'contentMediaType',
];
/** Places where a boolean is an option rather than a schema, or has a rule of its own. */
const booleanAllowed: ReadonlySet<string | undefined> = new Set([
  'additionalProperties',
  'items',
  'unevaluatedProperties',
]);

/** Checks for Gemini, by rule. */
export const geminiChecks = {
  'gemini/reference': eachSchema(({ $ref }, { isRecursive }) =>
    typeof $ref === 'string' && !isRecursive ? `is a reference to "${$ref}"` : undefined,
  ),
  'gemini/recursion': eachSchema((_schema, { isRecursive }) => (isRecursive ? 'contains itself' : undefined)),
  'gemini/type-array': eachSchema(({ type }) => (Array.isArray(type) ? 'has an array as its "type"' : undefined)),
  'gemini/const': eachSchema((schema) => (Object.hasOwn(schema, 'const') ? 'has "const"' : undefined)),
  'gemini/enum-strings': eachSchema((schema) => {
    const values = Array.isArray(schema.enum) ? schema.enum : Object.hasOwn(schema, 'const') ? [schema.const] : [];
    return values.every((value) => typeof value === 'string' || value === null)
      ? undefined
      : 'has enum values that are no strings';
  }),
  'gemini/format': eachSchema((schema) => {
    const { format } = schema;
    return typeof format === 'string' && hasType(schema, 'string') && !stringFormats.includes(format)
      ? `has the format "${format}"`
      : undefined;
  }),
  'gemini/exclusive-bounds': forEachOf(['exclusiveMinimum', 'exclusiveMaximum']),
  'gemini/tuple': forEachOf(['prefixItems']),
  'gemini/keyword': forEachOf(foreign),
  'gemini/annotation': forEachOf(annotations),
  'gemini/additional-properties': eachSchema(({ additionalProperties: additional }) =>
    additional === true || isJsonObject(additional) ? 'has members of any name' : undefined,
  ),
  'gemini/boolean-schema': eachSpot(({ schema, keyword }) =>
    typeof schema === 'boolean' && !booleanAllowed.has(keyword) ? `is the schema ${schema}` : undefined,
  ),
  'gemini/type-missing': eachSchema((schema) => (saysNoType(schema) ? 'has no type' : undefined)),
  'gemini/nesting': eachSchema((schema, { nesting }) =>
    nesting === deepestKnownGood + 1 && (hasType(schema, 'object') || hasType(schema, 'array'))
      ? `is on level ${nesting}`
      : undefined,
  ),
} as const satisfies Readonly<Record<string, RuleCheck>>;

function forEachOf(keywords: readonly string[]): RuleCheck {
  return eachSchema((schema) => {
    const found = keywordsIn(schema, keywords);
    return found.length > 0 ? `has ${quoteAll(found)}` : undefined;
  });
}

function saysNoType(schema: JsonObject): boolean {
  return !['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}
