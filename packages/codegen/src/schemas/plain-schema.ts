/**
 * Brings a JSON Schema that a library wrote into the form of our own: 2020-12, and references only to `$defs`.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';

/**
 * Returns an equal schema without `$schema`, with tuples as `prefixItems`, and with all references to `$defs`, which has no other schemas.
 */
export function plainSchema(written: JsonObject): JsonObject {
  const { $schema: _, ...schema } = mapSchemas(modernise(written), withoutDeadBranches) as JsonObject;
  return withOwnNames(withDefinitions(withPlainNames(schema)));
}

/** Gives definitions names that need no escapes in a reference. */
function withPlainNames(root: JsonObject): JsonObject {
  const definitions = isJsonObject(root['$defs']) ? root['$defs'] : {};
  const taken = new Set(Object.keys(definitions));
  const renamed = new Map<string, string>();
  for (const name of taken) {
    if (/^[\w.-]+$/.test(name)) continue;
    const plain = freeName(name.replace(/[^\w.-]/g, '_'), taken);
    taken.add(plain);
    renamed.set(name, plain);
  }
  if (renamed.size === 0) return root;
  const refer = (schema: JsonObject): JsonObject => {
    const name = nameIn(schema['$ref']);
    const plain = name === undefined ? undefined : (renamed.get(name) ?? renamed.get(unescapeStep(name)));
    return plain === undefined ? schema : { ...schema, $ref: `#/$defs/${plain}` };
  };
  const { $defs: written, ...entry } = mapSchemas(root, refer) as JsonObject;
  const defs = Object.entries(written as JsonObject).map(([name, one]) => [renamed.get(name) ?? name, one] as const);
  return { ...entry, $defs: Object.fromEntries(defs) };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  return name;
}

/** Reads a step of a JSON pointer. */
function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Names that libraries count through, so that they change with schemas that are written before. */
const countedName =
  /^(?:\d+|__schema\d+|(?:alias|domain|intersection|morph|proto|sequence|structure|type|union|unit)\d+)$/;

/** Gives counted definitions the numbers of their first references, and leaves out those without one. */
function withOwnNames(root: JsonObject): JsonObject {
  const { $defs: definitions, ...entry } = root;
  if (!isJsonObject(definitions)) return root;
  const names = new Map<string, string>();
  const refer = (schema: JsonObject): JsonObject => {
    const name = nameIn(schema['$ref']);
    if (name === undefined) return schema;
    if (!names.has(name)) names.set(name, countedName.test(name) ? `Definition_${names.size + 1}` : name);
    return { ...schema, $ref: `#/$defs/${names.get(name)}` };
  };
  const renamed = mapSchemas(entry, refer) as JsonObject;
  const defs: Record<string, JsonValue> = {};
  // Definitions refer to further ones, which the map then also has.
  for (const [name, own] of names) defs[own] = mapSchemas(definitions[name] ?? {}, refer);
  return names.size === 0 ? renamed : { ...renamed, $defs: defs };
}

function nameIn(reference: JsonValue | undefined): string | undefined {
  return typeof reference === 'string' ? /^#\/\$defs\/(.+)$/.exec(reference)?.[1] : undefined;
}

/** The keywords whose value is one schema, a list of schemas, or schemas by name. */
const oneSchema = new Set(
  'additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const listOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemasByName = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']);

/** Changes each schema, outermost last; what is no schema, such as a default, stays as it is. */
function mapSchemas(value: JsonValue, change: (schema: JsonObject) => JsonObject): JsonValue {
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, inner]): [string, JsonValue] => {
    if (Array.isArray(inner) && (listOfSchemas.has(key) || key === 'items'))
      return [key, inner.map((one: JsonValue) => mapSchemas(one, change))];
    if (oneSchema.has(key)) return [key, mapSchemas(inner, change)];
    if (schemasByName.has(key) && isJsonObject(inner)) {
      const named = Object.entries(inner).map(([name, one]) => [name, mapSchemas(one, change)] as const);
      return [key, Object.fromEntries(named)];
    }
    return [key, inner];
  });
  return change(Object.fromEntries(members));
}

/** Rewrites the keywords of earlier drafts. */
function modernise(written: JsonValue): JsonValue {
  return mapSchemas(written, (schema) => {
    const { items, additionalItems, definitions, $defs, ...others } = schema;
    const defs = { ...(isJsonObject(definitions) && definitions), ...(isJsonObject($defs) && $defs) };
    const ofItems: Record<string, JsonValue> = Array.isArray(items)
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : { ...(items !== undefined && { items }) };
    const reference =
      typeof others['$ref'] === 'string' ? others['$ref'].replace(/^#\/definitions\//, '#/$defs/') : undefined;
    return {
      ...others,
      ...ofItems,
      ...(reference !== undefined && { $ref: reference }),
      ...(Object.keys(defs).length > 0 && { $defs: defs }),
    };
  });
}

/** Removes alternatives that no value fits, and writes the only one that is left in place of them. */
function withoutDeadBranches(schema: JsonObject): JsonObject {
  const { enum: values, ...notEnum } = schema;
  if (Array.isArray(values) && values.length === 0) return { ...notEnum, not: {} };
  const key = schema['anyOf'] ? 'anyOf' : 'oneOf';
  const { [key]: branches, ...beside } = schema;
  if (!Array.isArray(branches)) return schema;
  const alive = branches.filter((branch: JsonValue) => JSON.stringify(branch) !== '{"not":{}}');
  const [only, ...others] = alive as JsonValue[];
  if (alive.length === branches.length) return schema;
  if (only === undefined) return { ...beside, not: {} };
  const isAlone = others.length === 0 && isJsonObject(only) && !Object.keys(only).some((name) => name in beside);
  return isAlone ? { ...only, ...beside } : { ...beside, [key]: alive };
}

/** Moves the targets of references into `$defs`; the root is written there and in place, as clients look at its `type`. */
function withDefinitions(root: JsonObject): JsonObject {
  const targets = new Map<string, string>();
  const own = isJsonObject(root['$defs']) ? root['$defs'] : {};
  const taken = new Set(Object.keys(own));
  const nameOf = (pointer: string): string => {
    const known = targets.get(pointer);
    if (known !== undefined) return known;
    const last = pointer.split('/').findLast((step) => /^[A-Za-z_]\w*$/.test(step) && !isKeyword(step)) ?? 'Input';
    const name = freeName(last, taken);
    taken.add(name);
    targets.set(pointer, name);
    return name;
  };
  const refer = (schema: JsonObject): JsonObject => {
    const { $ref: pointer } = schema;
    if (typeof pointer !== 'string' || !isInner(pointer)) return schema;
    return { ...schema, $ref: `#/$defs/${nameOf(pointer)}` };
  };
  const { $defs: _, ...changed } = mapSchemas(root, refer) as JsonObject;
  const defs: Record<string, JsonValue> = Object.fromEntries(
    Object.entries(own).map(([name, one]) => [name, mapSchemas(one, refer)]),
  );
  // A target may refer to further ones, which the map then also has.
  for (const [pointer, name] of targets) {
    const { $defs: __, ...target } = (valueAt(root, pointer) ?? {}) as JsonObject;
    defs[name] = mapSchemas(target, refer);
  }
  const entry = inPlace(changed, defs);
  return Object.keys(defs).length > 0 ? { ...entry, $defs: defs } : entry;
}

/** Returns the schema that a root consisting of a reference leads to. */
function inPlace(root: JsonObject, defs: JsonObject): JsonObject {
  const { $ref: pointer, ...beside } = root;
  const name = typeof pointer === 'string' ? pointer.replace('#/$defs/', '') : undefined;
  const target = name === undefined ? undefined : defs[name];
  return isJsonObject(target) ? { ...target, ...beside } : root;
}

function isInner(pointer: string): boolean {
  return pointer === '#' || (pointer.startsWith('#/') && !/^#\/\$defs\/[^/]+$/.test(pointer));
}

function isKeyword(step: string): boolean {
  return oneSchema.has(step) || listOfSchemas.has(step) || schemasByName.has(step);
}

function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<JsonValue | undefined>((value, step) => {
    const key = unescapeStep(decodeURIComponent(step));
    if (Array.isArray(value)) return value[Number(key)] as JsonValue | undefined;
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, root);
}
