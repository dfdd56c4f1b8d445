/**
 * Generates values of a JSON Schema, for the subset that manifests use. Occasionally a value is invalid where keywords
 * interact, so callers run a validator first.
 */
import fc from 'fast-check';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { buildResolver, type Resolver } from './resolve-schema.js';
import type { Schema } from '../../schema/schema.js';

type Values = fc.Arbitrary<JsonValue>;

const allTypes = ['null', 'boolean', 'string', 'number', 'array', 'object'];
/** Beyond this depth only required parts are generated. */
const deepest = 4;
/** Names that an open object may also contain; none that Ajv's comparison of items would call as a function. */
const names = fc.constantFrom('a', 'b', 'c', 'city', 'kind', 'x-1', '10', 'length');
const texts = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'ab', 'abc', 'x-1', '10', '👍', 'aaaa', '2024-01-01'),
  fc.string({ maxLength: 6 }),
);
const numbers = fc.oneof(
  fc.integer({ min: -20, max: 120 }),
  fc.constantFrom(0.5, -0.5, 1.5, 2.25, 1e6),
  fc.double({ min: -9, max: 9, noNaN: true }),
);

/** Any JSON, small. */
const anything: Values = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(texts, numbers, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }) as Values,
  ),
})).value;

/** Returns a generator; nothing if the schema accepts no value. */
export function valuesOfSchema(schema: Schema): Values | undefined {
  return valuesOf(schema, { resolve: buildResolver(schema), depth: 0 });
}

interface Place {
  readonly resolve: Resolver;
  readonly depth: number;
}

function valuesOf(written: Schema, place: Place): Values | undefined {
  const { schema } = place.resolve(written);
  if (schema === false || place.depth > deepest + 4) return undefined;
  if (schema === true) return anything;
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as JsonValue[]));
  if (Array.isArray(schema['anyOf'])) return oneOf(schema['anyOf'].map((member: Schema) => valuesOf(member, place)));

  const types = schema['type'] ?? allTypes;
  return oneOf([types].flat().map((type) => valuesOfType(String(type), schema, place)));
}

function oneOf(candidates: readonly (Values | undefined)[]): Values | undefined {
  const there = candidates.filter((it) => it !== undefined);
  return there.length === 0 ? undefined : fc.oneof(...there);
}

function valuesOfType(type: string, schema: JsonObject, place: Place): Values | undefined {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return stringsOf(schema);
    case 'integer':
    case 'number':
      return numbersOf(type, schema);
    case 'array':
      return arraysOf(schema, place);
    default:
      return objectsOf(schema, place);
  }
}

function stringsOf({ minLength = 0, maxLength }: JsonObject): Values {
  const least = Number(minLength);
  const most = typeof maxLength === 'number' ? maxLength : least + 4;
  return fc.oneof(texts, fc.string({ unit: 'grapheme-ascii', minLength: least, maxLength: Math.max(least, most) }));
}

function numbersOf(
  type: string,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject,
): Values {
  const edges = [minimum, maximum, exclusiveMinimum, exclusiveMaximum]
    .filter((it) => typeof it === 'number')
    .flatMap((it) => [it, it + 1, it - 1, it + 0.25]);
  const near = edges.length > 0 ? fc.oneof(fc.constantFrom(...edges), numbers) : numbers;
  const step = typeof multipleOf === 'number' ? multipleOf : 1;
  return type === 'integer' || multipleOf !== undefined ? near.map((it) => Math.round(it / step) * step) : near;
}

function arraysOf(
  { prefixItems, items = true, minItems = 0, maxItems = 3 }: JsonObject,
  place: Place,
): Values | undefined {
  const inside = { ...place, depth: place.depth + 1 };
  const first = (Array.isArray(prefixItems) ? (prefixItems as Schema[]) : []).map((item) => valuesOf(item, inside));
  const rest = valuesOf(items as Schema, inside);
  const least = Number(minItems);
  const most = Math.max(least, Number(maxItems));
  const lengths = Array.from({ length: most - least + 1 + first.length }, (_, index) => least + index);
  return oneOf(
    lengths.map((length) => {
      const places = Array.from({ length }, (_, index) => (index < first.length ? first[index] : rest));
      return places.every((it) => it !== undefined) ? fc.tuple(...places) : undefined;
    }),
  );
}

function objectsOf(schema: JsonObject, place: Place): Values | undefined {
  const inside = { ...place, depth: place.depth + 1 };
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = (schema['required'] ?? []) as readonly string[];
  const others = valuesOf((schema['additionalProperties'] ?? true) as Schema, inside);
  const members = Object.entries(properties).map(([name, inner]) => [name, valuesOf(inner as Schema, inside)] as const);
  const known = members.filter(([name, values]) => values && (place.depth < deepest || required.includes(name)));
  if (required.some((name) => !known.some(([it]) => it === name) && name in properties)) return undefined;

  const model = Object.fromEntries(known) as Record<string, Values>;
  for (const name of required) model[name] ??= others ?? anything;
  const described = fc.record(model, { requiredKeys: [...required] });
  const patterns = isJsonObject(schema['patternProperties']) ? Object.values(schema['patternProperties']) : [];
  const matching = patterns.flatMap((inner) => valuesOf(inner as Schema, inside) ?? []);
  const extra = [...(others && place.depth < deepest ? [others] : []), ...matching];
  if (extra.length === 0) return described as Values;
  const more = fc.dictionary(names, fc.oneof(...extra), { maxKeys: 2 });
  return fc.tuple(more, described).map(([added, record]) => ({ ...added, ...record }) as JsonObject);
}
