/**
 * Finds the configured values that a schema certainly refuses, by its type and its choices. The tool itself checks everything else.
 */
import { canonicalJson } from '@sigil/core/building';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { resolveReference } from './json-pointer.js';

/** @returns a phrase for the expected value; `undefined` if the value may fit */
export function misfitOf(value: JsonValue, schema: JsonValue, root: JsonObject, depth = 0): string | undefined {
  if (schema === false) return 'left out';
  if (!isJsonObject(schema) || depth > 8) return undefined;
  const target = resolveReference(schema['$ref'], root);
  if (target !== undefined) return misfitOf(value, target, root, depth + 1);
  const { type, const: only, enum: choices } = schema;
  if (only !== undefined && !isSame(only, value)) return JSON.stringify(only);
  if (Array.isArray(choices) && !choices.some((it: JsonValue) => isSame(it, value))) return describeChoices(choices);
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.some((it) => isOfType(value, it))) return types.map(String).join(' or ');
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const misfits = branches.map((it: JsonValue) => misfitOf(value, it, root, depth + 1));
    if (misfits.length > 0 && misfits.every((it) => it !== undefined)) return [...new Set(misfits)].join(' or ');
  }
  return undefined;
}

function describeChoices(choices: readonly JsonValue[]): string {
  const shown = choices.slice(0, 10).map((it) => JSON.stringify(it));
  return `one of ${shown.join(', ')}${choices.length > 10 ? ', …' : ''}`;
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function isOfType(value: JsonValue, type: JsonValue | undefined): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
