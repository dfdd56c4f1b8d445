/**
 * Random values for a JSON Schema such as the generator writes. Knows nothing of TypeScript or of the generator.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import fc from 'fast-check';
import { canonicalJson } from '@sigil/core/building';

/** The schema allows no value. */
export class NoValueError extends Error {}

/** The number of references that a value may follow before it takes the shortest way to an end. */
const refBudget = 3;

interface Walk {
  readonly definitions: JsonObject;
  readonly budget: number;
}

/** Returns values that the schema allows. */
export function valuesOfSchema(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const definitions = isJsonObject(schema.$defs) ? schema.$defs : {};
  return valuesOf(schema, { definitions, budget: refBudget }).map(
    (value) => JSON.parse(JSON.stringify(value)) as JsonValue,
  );
}

/** Returns the target of a `$ref` into `$defs`. */
export function followRef(schema: JsonObject, definitions: JsonObject): JsonObject {
  if (typeof schema.$ref !== 'string') return schema;
  const target = definitions[schema.$ref.replace('#/$defs/', '')];
  if (!isJsonObject(target)) throw new Error(`"${schema.$ref}" leads nowhere`);
  return target;
}

function valuesOf(schema: JsonValue, walk: Walk): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema)) throw new NoValueError('no value is allowed here');
  // Built lazily, only along the value: building everything at once would follow all paths through a large type.
  if (schema.$ref !== undefined)
    return fc
      .constant(undefined)
      .chain(() => valuesOf(followRef(schema, walk.definitions), { ...walk, budget: walk.budget - 1 }));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...affordable(schema.anyOf, walk).map((one) => valuesOf(one, walk)));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, walk)));
  switch (schema.type) {
    case 'string':
      return stringsOf(schema);
    case 'number':
    case 'integer':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arraysOf(schema, walk);
    case 'object':
      return objectsOf(schema, walk);
    default:
      return fc.constantFrom<JsonValue[]>(null, true, -0.5, 'text', [1, 'two'], { a: { b: [] } });
  }
}

/** Past the budget, keeps only the branches that end soonest. */
function affordable(members: readonly JsonValue[], walk: Walk): readonly JsonValue[] {
  if (walk.budget > 0) return members;
  const known = definitionCosts(walk.definitions);
  const costs = members.map((member) => costOf(member, known));
  return members.filter((_, index) => costs[index] === Math.min(...costs));
}

/** The number of references that the smallest value of each definition needs, by reference. */
type Costs = ReadonlyMap<string, number>;

const costsOfDefinitions = new WeakMap<JsonObject, Costs>();

/** Repeats until no cost decreases, since definitions refer to each other. */
function definitionCosts(definitions: JsonObject): Costs {
  const known = costsOfDefinitions.get(definitions);
  if (known) return known;
  const costs = new Map<string, number>();
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const [name, schema] of Object.entries(definitions)) {
      const cost = costOf(schema, costs);
      hasChanged ||= cost < (costs.get(`#/$defs/${name}`) ?? Infinity);
      costs.set(`#/$defs/${name}`, cost);
    }
  }
  costsOfDefinitions.set(definitions, costs);
  return costs;
}

function costOf(schema: JsonValue | undefined, known: Costs): number {
  if (!isJsonObject(schema)) return 0;
  if (typeof schema.$ref === 'string') return 1 + (known.get(schema.$ref) ?? Infinity);
  const cost = (one: JsonValue | undefined): number => costOf(one, known);
  if (Array.isArray(schema.anyOf)) return Math.min(...schema.anyOf.map(cost));
  if (Array.isArray(schema.prefixItems))
    return Math.max(0, ...schema.prefixItems.slice(0, Number(schema.minItems ?? 0)).map(cost));
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return Math.max(0, ...requiredOf(schema).map((name) => cost(properties[name])));
}

function requiredOf(schema: JsonObject): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
}

const byFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map((date) => date.toISOString().slice(0, 10)),
  uri: fc.constantFrom('https://sigil.example/a?b=c#d', 'mailto:ada@example.org', 'file:///tmp/x'),
  regex: fc.constantFrom('^a+$', '[\\p{L}/]', '(?<n>x)|\\d{2,}'),
  email: fc.constantFrom('ada@example.org', 'a.b@c.example'),
  uuid: fc.uuid(),
};

function stringsOf(schema: JsonObject): fc.Arbitrary<string> {
  if (schema.contentEncoding === 'base64')
    return fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  if (typeof schema.format === 'string') {
    const values = byFormat[schema.format];
    // Other formats are only documentation.
    if (values) return values;
  }
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  return fc.string({
    unit: 'binary',
    minLength: Number(schema.minLength ?? 0),
    maxLength: Number(schema.maxLength ?? 6),
  });
}

function numbersOf(schema: JsonObject): fc.Arbitrary<number> {
  const step = schema.type === 'integer' ? 1 : Number(schema.multipleOf ?? 0);
  const min = Number(schema.minimum ?? schema.exclusiveMinimum ?? -1e6);
  const max = Number(schema.maximum ?? schema.exclusiveMaximum ?? 1e6);
  const values =
    step > 0
      ? fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((count) => count * step)
      : fc.double({ min, max, noNaN: true });
  return values.filter((value) => value !== schema.exclusiveMinimum && value !== schema.exclusiveMaximum);
}

function arraysOf(schema: JsonObject, walk: Walk): fc.Arbitrary<JsonValue> {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const minItems = Number(schema.minItems ?? 0);
  const isShort = walk.budget <= 0;
  const head = fc.integer({
    min: Math.min(minItems, prefix.length),
    max: isShort ? Math.min(minItems, prefix.length) : prefix.length,
  });
  return head.chain((count) => {
    const first = fc.tuple(...prefix.slice(0, count).map((item) => valuesOf(item, walk)));
    const more = count === prefix.length && schema.items !== false;
    const minLength = Math.max(0, minItems - count);
    const maxLength = isShort ? minLength : Math.max(minLength, Math.min(3, Number(schema.maxItems ?? 3)));
    if (!more || maxLength === 0) return first;
    const items = valuesOf(schema.items ?? {}, walk);
    const rest = schema.uniqueItems
      ? fc.uniqueArray(items, { minLength, maxLength, selector: canonicalJson })
      : fc.array(items, { minLength, maxLength });
    return fc.tuple(first, rest).map(([start, end]) => [...start, ...end]);
  });
}

function objectsOf(schema: JsonObject, walk: Walk): fc.Arbitrary<JsonValue> {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(requiredOf(schema));
  const known = properties
    .filter(([name, one]) => one !== false && (required.has(name) || walk.budget > 0))
    .map(([name, one]) => {
      const members = valuesOf(one, walk).map((value): [string, JsonValue][] => [[name, value]]);
      return required.has(name) ? members : fc.oneof(members, fc.constant([]));
    });
  const taken = new Set(properties.map(([name]) => name));
  const more = walk.budget > 0 ? moreMembers(schema, walk) : [];
  return fc.tuple(...known, ...more).map((members) => {
    const entries = members.flat().filter(([name], index, all) => index === all.findIndex(([other]) => other === name));
    return Object.fromEntries(entries.filter(([name]) => name !== '__proto__' || taken.has(name)));
  });
}

/** Returns members covered only by patterns and `additionalProperties`. */
function moreMembers(schema: JsonObject, walk: Walk): fc.Arbitrary<[string, JsonValue][]>[] {
  const patterns = isJsonObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const isFree = (name: string): boolean =>
    !Object.hasOwn(properties, name) && !patterns.some(([pattern]) => new RegExp(pattern, 'u').test(name));
  const names = isJsonObject(schema.propertyNames)
    ? (valuesOf({ type: 'string', ...schema.propertyNames }, walk) as fc.Arbitrary<string>)
    : fc.constantFrom('x', 'y z', 'Ω', '0').filter(isFree);
  const several = (name: fc.Arbitrary<string>, value: JsonValue): fc.Arbitrary<[string, JsonValue][]> =>
    fc.array(fc.tuple(name, valuesOf(value, walk)), { maxLength: 2 });
  return [
    ...patterns.map(([pattern, value]) =>
      several(
        fc.stringMatching(new RegExp(pattern, 'u')).filter((name) => !Object.hasOwn(properties, name)),
        value,
      ),
    ),
    ...(isJsonObject(schema.additionalProperties) ? [several(names, schema.additionalProperties)] : []),
  ];
}
