/**
 * Checks input schemas for features that Claude, VS Code and Cursor refuse, and for those that several clients refuse.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { eachTool, type RuleCheck } from './checked-offer.js';
import { eachInputSchema, eachSchema, hasType, keywordsIn, quoteAll } from './schema-spots.js';

const unions = ['anyOf', 'oneOf', 'allOf'];
const rootOnly = [...unions, 'not', 'if', 'then', 'else'];
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/;
const dialect = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const lookaround = /\(\?<?[=!]/;
const droppedByVscode = [
  'minLength',
  'maxLength',
  'pattern',
  'default',
  'format',
  'minimum',
  'maximum',
  'multipleOf',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'contains',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/** Checks of schemas, by rule. */
export const schemaChecks = {
  'claude/top-level-union': rootWithout(unions),
  'claude/property-name': ({ tools }) =>
    tools.flatMap(({ name: tool, inputSchema: { properties } }) =>
      (isJsonObject(properties) ? Object.keys(properties) : [])
        .filter((name) => !propertyName.test(name))
        .map((input) => ({ tool, input, message: `the name "${input}" does not match ${propertyName.source}` })),
    ),
  'claude/schema-dialect': eachTool(({ inputSchema, outputSchema }) => {
    const foreign = [inputSchema.$schema, outputSchema?.$schema].find(
      (declared) => declared !== undefined && !(typeof declared === 'string' && dialect.test(declared)),
    );
    return foreign === undefined ? undefined : `"$schema" is ${JSON.stringify(foreign)}`;
  }),
  'claude/schema-2020-12': eachSchema(oldKeyword),
  'claude/reference': eachSchema(({ $ref }) => (typeof $ref === 'string' ? `is a reference to "${$ref}"` : undefined)),
  'claude/pattern-lookaround': eachSchema(lookaroundIn),
  'openai/pattern-lookaround': eachSchema(lookaroundIn),
  'openai/array-items': eachSchema((schema) =>
    hasType(schema, 'array') && !isJsonObject(schema.items) && !Array.isArray(schema.items)
      ? 'is an array without an "items" schema'
      : undefined,
  ),
  'vscode/top-level-union': rootWithout(rootOnly),
  'vscode/tuple': eachSchema(({ prefixItems }) => (prefixItems ? 'has "prefixItems"' : undefined)),
  'vscode/dropped-keyword': eachInputSchema((spots) => {
    const found = new Set(spots.flatMap(({ schema }) => keywordsIn(schema, droppedByVscode)));
    return found.size > 0 ? `it has ${quoteAll(found)}` : undefined;
  }),
  'cursor/type-array': ({ tools }) =>
    tools.flatMap(({ name: tool, inputSchema: { properties } }) =>
      Object.entries(isJsonObject(properties) ? properties : {})
        .filter(([, schema]) => isJsonObject(schema) && Array.isArray(schema.type))
        .map(([input]) => ({ tool, input, message: `${input} has an array as its "type"` })),
    ),
} as const satisfies Readonly<Record<string, RuleCheck>>;

function rootWithout(keywords: readonly string[]): RuleCheck {
  return eachTool(({ inputSchema }) => {
    const found = keywordsIn(inputSchema, keywords);
    return found.length > 0 ? `the root of the input schema has ${quoteAll(found)}` : undefined;
  });
}

function lookaroundIn(schema: JsonObject): string | undefined {
  const patterns = isJsonObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  if (typeof schema.pattern === 'string') patterns.push(schema.pattern);
  // An escaped parenthesis is text.
  const hasLookaround = patterns.some((pattern) => lookaround.test(pattern.replace(/\\./gs, '')));
  return hasLookaround ? 'has a pattern with lookaround' : undefined;
}

/** Returns a keyword of earlier drafts that 2020-12 refuses. */
function oldKeyword(schema: JsonObject): string | undefined {
  if (Array.isArray(schema.items)) return 'has an array as its "items"';
  const declared: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'null'];
  if (declared.some((type) => !types.has(type))) return `has the type ${JSON.stringify(schema.type)}`;
  const boolean = ['exclusiveMinimum', 'exclusiveMaximum', 'required'].find((it) => typeof schema[it] === 'boolean');
  return boolean === undefined ? undefined : `has a boolean "${boolean}"`;
}
