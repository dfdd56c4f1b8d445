/**
 * Finds the parts of a tool's definition that could be shorter, and what each would save.
 */
import type { CheckedTool } from '@sigil/contracts/targets';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { CountTokens } from './count-tokens.js';

/** One edit that makes a definition shorter. */
export interface Saving {
  readonly kind: 'shared-definition' | 'long-enum' | 'repeated-description' | 'output-schema';
  /** A sentence that says what to do. */
  readonly says: string;
  readonly tokens: number;
}

/** Smaller savings are not worth a change. */
const leastTokens = 20;
/** Enumerations with fewer values help a model more than they cost. */
const longEnum = 25;
/** The tokens of `{"$ref":"#/$defs/a"}`. */
const referenceTokens = 9;

/** @returns the greatest first */
export function findSavings({ inputSchema, outputSchema }: CheckedTool, count: CountTokens): readonly Saving[] {
  const parts = partsOf(inputSchema);
  const savings = [
    ...findRepeatedSchemas(parts, count),
    ...findRepeatedDescriptions(parts, count),
    ...findLongEnums(parts, count),
    ...findOutputSchema(outputSchema, count),
  ];
  return savings.filter(({ tokens }) => tokens >= leastTokens).sort((a, b) => b.tokens - a.tokens);
}

/** A schema within another one, and where it is: `filter.city`, or the name of its definition. */
interface Part {
  readonly path: string;
  readonly schema: JsonObject;
}

/** Members whose values are schemas by name. */
const named = ['properties', '$defs', 'definitions', 'patternProperties'];
/** Members whose values are a schema, or a list of schemas. */
const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'not'];

/** Returns the schemas within a schema, each before those within it. */
function partsOf(root: JsonObject): readonly Part[] {
  const parts: Part[] = [{ path: '', schema: root }];
  const add = (path: string, value: JsonValue | undefined): void => {
    if (value !== undefined && isJsonObject(value)) parts.push({ path, schema: value });
  };
  for (const { path, schema } of parts) {
    for (const member of named) {
      const schemas = schema[member];
      if (schemas === undefined || !isJsonObject(schemas)) continue;
      for (const [name, value] of Object.entries(schemas)) add(path === '' ? name : `${path}.${name}`, value);
    }
    for (const member of inner) {
      const value = schema[member];
      if (Array.isArray(value)) value.forEach((one) => add(path, one));
      else add(member === 'items' ? `${path}[]` : path, value);
    }
  }
  return parts.slice(1);
}

/** Finds equal schemas that one `$defs` could hold. Those within a repeated one are saved with it. */
function findRepeatedSchemas(parts: readonly Part[], count: CountTokens): readonly Saving[] {
  const places = groupBy(parts, ({ schema }) => JSON.stringify(schema));
  const counted = new Set<JsonObject>();
  return [...places].flatMap(([json, repeated]): Saving[] => {
    const fresh = repeated.filter(({ schema }) => !counted.has(schema));
    if (fresh.length < 2) return [];
    const tokens = (fresh.length - 1) * count(json) - fresh.length * referenceTokens;
    if (tokens < leastTokens) return [];
    for (const { schema } of fresh) for (const within of partsOf(schema)) counted.add(within.schema);
    const says = `the schema of ${listOf(fresh)} is written ${fresh.length} times: give its type a name, so that $defs holds it once`;
    return [{ kind: 'shared-definition', says, tokens }];
  });
}

function findRepeatedDescriptions(parts: readonly Part[], count: CountTokens): readonly Saving[] {
  const described = parts.filter(({ schema }) => typeof schema['description'] === 'string');
  // Equal schemas are found as such.
  const schemas = groupBy(described, ({ schema }) => JSON.stringify(schema));
  const distinct = [...schemas.values()].map(([first]) => first!);
  return [...groupBy(distinct, ({ schema }) => String(schema['description']))].flatMap(([text, repeated]): Saving[] => {
    if (repeated.length < 2) return [];
    const says = `the description of ${listOf(repeated)} is the same: say it once, for the tool or the type`;
    return [{ kind: 'repeated-description', says, tokens: (repeated.length - 1) * count(text) }];
  });
}

function findLongEnums(parts: readonly Part[], count: CountTokens): readonly Saving[] {
  return parts.flatMap(({ path, schema }): Saving[] => {
    const values = schema['enum'];
    if (!Array.isArray(values) || values.length <= longEnum) return [];
    const says = `${nameOf(path)} has ${values.length} values: take a string with examples, and refuse others with the nearest ones`;
    return [{ kind: 'long-enum', says, tokens: count(JSON.stringify(values)) }];
  });
}

function findOutputSchema(outputSchema: JsonObject | undefined, count: CountTokens): readonly Saving[] {
  if (!outputSchema) return [];
  const says = 'its output schema comes on top, in clients that send it: return text if no program reads the result';
  return [{ kind: 'output-schema', says, tokens: count(JSON.stringify({ outputSchema })) }];
}

function groupBy(parts: readonly Part[], keyOf: (part: Part) => string): ReadonlyMap<string, readonly Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const key = keyOf(part);
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return groups;
}

function listOf(parts: readonly Part[]): string {
  const names = parts.slice(0, 3).map(({ path }) => nameOf(path));
  const more = parts.length - names.length;
  const last = more > 0 ? `${more} more` : names.pop();
  return `${names.join(', ')} and ${last}`;
}

function nameOf(path: string): string {
  return path === '' ? 'the arguments' : `"${path}"`;
}
