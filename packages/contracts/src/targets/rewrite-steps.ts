/**
 * The rewrites that keep the accepted values and the documentation of a schema.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { inlineReferences, leaveOutUnused } from './inline-references.js';
import { mapSchema, without } from '../schema/map-schema.js';
import { splitTypes } from './split-types.js';
import type { TargetRuleId } from './target-rules.data.js';

/** One rewrite and the rules whose findings it removes. */
export interface RewriteStep {
  readonly rules: readonly TargetRuleId[];
  /** Rewrites the root of an input schema. */
  rewrite(root: JsonObject): JsonObject;
}

const ofReferences: readonly TargetRuleId[] = ['claude/reference', 'openai/strict-reference', 'gemini/reference'];

/** The steps in the order in which they are applied: later ones build on earlier ones. */
export const rewriteSteps: readonly RewriteStep[] = [
  { rules: ofReferences, rewrite: inlineReferences },
  { rules: ['gemini/type-array', 'cursor/type-array'], rewrite: everywhere(splitTypes) },
  { rules: ['gemini/boolean-schema'], rewrite: everywhere(leaveOutNever) },
  { rules: ['gemini/const'], rewrite: everywhere(constToEnum) },
  { rules: ['gemini/exclusive-bounds'], rewrite: everywhere(includeBounds) },
  { rules: ['gemini/tuple', 'vscode/tuple'], rewrite: everywhere(evenTuple) },
  { rules: ['openai/array-items'], rewrite: everywhere(giveItems) },
  { rules: ['gemini/format'], rewrite: everywhere(tellFormat) },
  { rules: ['gemini/annotation'], rewrite: everywhere(tellAnnotations) },
  { rules: ofReferences, rewrite: leaveOutUnused },
];

function everywhere(change: (schema: JsonObject) => JsonObject): (root: JsonObject) => JsonObject {
  return (root) => mapSchema(root, change);
}

/** Removes members that a closed object may not have anyway. */
function leaveOutNever(schema: JsonObject): JsonObject {
  const { properties, required, patternProperties, additionalProperties } = schema;
  if (!isJsonObject(properties) || additionalProperties !== false || patternProperties !== undefined) return schema;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const kept = Object.entries(properties).filter(([name, member]) => member !== false || needed.includes(name));
  return { ...schema, properties: Object.fromEntries(kept) };
}

function constToEnum(schema: JsonObject): JsonObject {
  if (schema.const === undefined || schema.enum !== undefined) return schema;
  return rename(schema, 'const', ['enum', [schema.const]]);
}

/** Replaces an exclusive bound by the next whole number, where numbers are exact. */
function includeBounds(schema: JsonObject): JsonObject {
  if (schema.type !== 'integer') return schema;
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum } = schema;
  let changed = schema;
  if (isSafe(exclusiveMinimum) && (minimum === undefined || typeof minimum === 'number')) {
    const bound = Math.max(Math.floor(exclusiveMinimum) + 1, minimum ?? -Infinity);
    changed = { ...without(changed, ['exclusiveMinimum']), minimum: bound };
  }
  if (isSafe(exclusiveMaximum) && (maximum === undefined || typeof maximum === 'number')) {
    const bound = Math.min(Math.ceil(exclusiveMaximum) - 1, maximum ?? Infinity);
    changed = { ...without(changed, ['exclusiveMaximum']), maximum: bound };
  }
  return changed;
}

function isSafe(bound: JsonValue | undefined): bound is number {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

/** Turns a tuple whose items all have one type into an array of that type. */
function evenTuple(schema: JsonObject): JsonObject {
  const { prefixItems, items } = schema;
  if (!isTuple(schema) || !Array.isArray(prefixItems)) return schema;
  const [first] = prefixItems as readonly JsonValue[];
  const all = items === false ? prefixItems : [...prefixItems, items];
  if (!isJsonObject(first) || all.some((item) => !isEqual(item, first))) return schema;

  const closed = items === false ? { maxItems: atMost(schema.maxItems, prefixItems.length) } : {};
  return { ...without(schema, ['prefixItems']), items: first, ...closed };
}

/** Gives a closed tuple an `items`: it applies to nothing beyond the tuple's end, so it may list the tuple's types. */
function giveItems(schema: JsonObject): JsonObject {
  const { type, prefixItems, items } = schema;
  if (isTuple(schema) && Array.isArray(prefixItems) && items === false) {
    const kinds = prefixItems.filter((item, index) => prefixItems.findIndex((it) => isEqual(it, item)) === index);
    const held = kinds.length === 1 && kinds[0] !== undefined ? kinds[0] : { anyOf: kinds };
    return { ...schema, items: held, maxItems: atMost(schema.maxItems, prefixItems.length) };
  }
  if (type !== 'array' || schema.unevaluatedItems !== undefined) return schema;
  if (items === undefined) return { ...schema, items: {} };
  return items === false && prefixItems === undefined ? { ...schema, items: {}, maxItems: 0 } : schema;
}

function isTuple({ type, prefixItems, unevaluatedItems }: JsonObject): boolean {
  return type === 'array' && Array.isArray(prefixItems) && prefixItems.length > 0 && unevaluatedItems === undefined;
}

function atMost(earlier: JsonValue | undefined, most: number): number {
  return typeof earlier === 'number' ? Math.min(earlier, most) : most;
}

/** Compares schemas by text: one writer produces them all, so equal ones have the same keyword order. */
function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Moves a format into the description: in JSON Schema 2020-12 it is an annotation, and the decoder checks it as before. */
function tellFormat(schema: JsonObject): JsonObject {
  const { type, format } = schema;
  if (type !== 'string' || typeof format !== 'string' || format === 'date-time') return schema;
  return describe(without(schema, ['format']), [`Format: ${format}.`]);
}

function tellAnnotations(schema: JsonObject): JsonObject {
  const { examples, deprecated } = schema;
  const shown = Array.isArray(examples) ? examples.map((example) => JSON.stringify(example)).join(', ') : '';
  const sentences = [...(deprecated === true ? ['Deprecated.'] : []), ...(shown === '' ? [] : [`Examples: ${shown}.`])];
  return describe(without(schema, ['examples', 'deprecated']), sentences);
}

function describe(schema: JsonObject, sentences: readonly string[]): JsonObject {
  if (sentences.length === 0) return schema;
  const before = typeof schema.description === 'string' ? [schema.description] : [];
  return { ...schema, description: [...before, ...sentences].join(' ') };
}

function rename(schema: JsonObject, keyword: string, replacement: readonly [string, JsonValue]): JsonObject {
  return Object.fromEntries(Object.entries(schema).map((entry) => (entry[0] === keyword ? replacement : entry)));
}
