/**
 * The schemas that MCP publishes, one for each revision, as data beside this package's code, with their known faults corrected.
 *
 * Knows nothing of messages.
 */
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { packageRoot } from '../package-root.js';

/** A schema, the key of its definitions (`definitions` before 2020-12, `$defs` since) and the definitions. */
export interface PublishedSchema {
  readonly schema: JsonObject;
  readonly definitionsKey: 'definitions' | '$defs';
  readonly definitions: ReadonlyMap<string, JsonObject>;
}

const read = new Map<string, PublishedSchema>();

/**
 * The published schema of a revision, read once.
 *
 * @throws Error when no schema of that date is shipped
 */
export function publishedSchema(revisionDate: string): PublishedSchema {
  const known = read.get(revisionDate);
  if (known) return known;
  const published = readSchema(revisionDate);
  read.set(revisionDate, published);
  return published;
}

function readSchema(revisionDate: string): PublishedSchema {
  const schema = patchKnownFaults(JSON.parse(readText(revisionDate)));
  const definitionsKey = isJsonObject(schema['$defs']) ? '$defs' : 'definitions';
  const definitions = Object.entries(schema[definitionsKey] ?? {}).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  return { schema, definitionsKey, definitions: new Map(definitions) };
}

function readText(revisionDate: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(revisionDate)) throw new Error(`"${revisionDate}" is no revision's date`);
  try {
    return readFileSync(new URL(`schemas/${revisionDate}.json`, packageRoot), 'utf8');
  } catch (cause) {
    throw new Error(`no schema is shipped for revision ${revisionDate}`, { cause });
  }
}

// The generated schemas have `integer` in two places where their TypeScript source has `number`.
function patchKnownFaults(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isDefinitions(key, value) ? patchDefinitions(value) : value]),
  );
}

function isDefinitions(key: string, value: JsonValue): value is JsonObject {
  return (key === '$defs' || key === 'definitions') && isJsonObject(value);
}

function patchDefinitions(definitions: JsonObject): JsonObject {
  const patched: Record<string, JsonValue> = { ...definitions };
  for (const name of ['ElicitResult', 'JSONValue']) {
    const definition = definitions[name];
    if (definition !== undefined) patched[name] = allowNumbers(definition);
  }
  return patched;
}

/** Replaces `"type": ["string", "integer", "boolean"]` by the same with `number`, at any depth. */
function allowNumbers(node: JsonValue): JsonValue {
  if (Array.isArray(node)) return node.map(allowNumbers);
  if (!isJsonObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'type' ? widen(value) : allowNumbers(value)]),
  );
}

function widen(type: JsonValue): JsonValue {
  return Array.isArray(type) ? type.map((name: JsonValue) => (name === 'integer' ? 'number' : name)) : type;
}
