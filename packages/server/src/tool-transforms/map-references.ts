/**
 * Keeps the references of a schema right when its parts move: `$ref` of a moved part leads to a copy among the definitions.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { resolveReference } from './json-pointer.js';

/** Keywords whose value is data, in which `$ref` is no reference. */
const data: ReadonlySet<string> = new Set([
  'const',
  'enum',
  'default',
  'examples',
  'example',
  'required',
  'x-mcp-header',
]);
/** Keywords whose value maps names to schemas. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const tables = ['$defs', 'definitions'] as const;

/**
 * Makes a schema complete that was made of parts of another one.
 *
 * @param parts the new schema, without definitions
 * @param root the schema that the references of the parts mean
 * @returns the schema with the definitions that it refers to, and with no others
 */
export function withDefinitions(parts: JsonObject, root: JsonObject): JsonObject {
  const moved = new Map<string, { readonly name: string; readonly schema: JsonValue }>();
  const copies: Record<string, JsonValue> = {};
  // References by an anchor are not followed, so the definitions stay whole beside them.
  const kept = hasAnchors(root) ? tablesOf(root) : {};
  const taken = new Set(tables.flatMap((table) => namesIn(root[table])));
  const place = (reference: string): string => {
    const known = moved.get(reference);
    if (known) return known.name;
    const schema = resolveReference(reference, root);
    if (schema === undefined) return reference;
    const name = chooseName(reference, { taken, copies });
    const pointer = `#/$defs/${name}`;
    moved.set(reference, { name: pointer, schema });
    copies[name] = rewrite(isJsonObject(schema) ? withoutTables(schema) : schema, place);
    return pointer;
  };
  const whole = rewrite(parts, place) as JsonObject; // an object stays one
  const $defs = { ...(isJsonObject(kept['$defs']) ? kept['$defs'] : {}), ...copies };
  return Object.keys($defs).length === 0 ? { ...whole, ...kept } : { ...whole, ...kept, $defs };
}

function hasAnchors(root: JsonObject): boolean {
  return /"\$(?:anchor|dynamicAnchor|dynamicRef|recursiveRef)"/.test(JSON.stringify(root));
}

function tablesOf(root: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(root).filter(([name]) => name === '$defs' || name === 'definitions'));
}

/** Returns a schema without its definitions. */
export function withoutTables(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$defs' && name !== 'definitions'));
}

function namesIn(table: JsonValue | undefined): readonly string[] {
  return isJsonObject(table) ? Object.keys(table) : [];
}

interface Names {
  readonly taken: Set<string>;
  readonly copies: Readonly<Record<string, JsonValue>>;
}

/** A definition keeps its name; another part gets the last name of its path, with a number if it is taken. */
function chooseName(reference: string, { taken, copies }: Names): string {
  const definition = /^#\/(?:\$defs|definitions)\/([A-Za-z0-9_.-]+)$/.exec(reference)?.[1];
  if (definition !== undefined && !Object.hasOwn(copies, definition)) return definition;
  const stem = /([A-Za-z0-9_.-]+)$/.exec(reference)?.[1] ?? 'whole';
  let name = stem;
  for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`;
  taken.add(name);
  return name;
}

function rewrite(schema: JsonValue, place: (reference: string) => string): JsonValue {
  if (Array.isArray(schema)) return schema.map((item: JsonValue) => rewrite(item, place));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, rewriteMember(key, value, place)]));
}

function rewriteMember(key: string, value: JsonValue, place: (reference: string) => string): JsonValue {
  if (key === '$ref' && typeof value === 'string') return place(value);
  if (data.has(key)) return value;
  if (!maps.has(key) || !isJsonObject(value)) return rewrite(value, place);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, rewrite(schema, place)]));
}
