/**
 * Reads the keywords of a schema that belong to one kind of value: type, enum, const and the constraints of each.
 */
import type { JsonObject } from '@sigil/core';
import { partOf, type Place } from '../source/pointer.js';
import { readArray } from './read-array.js';
import { readNumber } from './read-number.js';
import { readObject } from './read-object.js';
import { readString } from './read-string.js';
import type { ShapeReading } from './shape-reading.js';
import { type LiteralValue, type Shape, unionOf, unknownShape } from './shape.js';

const kinds = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

/** A name that `type` can have. */
export type Kind = (typeof kinds)[number];

/** The keywords by which a schema without `type` shows its kind. */
const keywordsOfKinds: readonly (readonly [Kind, readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'contentMediaType', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Returns the shape of these keywords, or `undefined` if the schema has none of them. */
export function readKinds(reading: ShapeReading, schema: JsonObject, place: Place): Shape | undefined {
  if (schema.const !== undefined) return readLiterals(reading, { ...schema, enum: [schema.const] }, place);
  if (Array.isArray(schema.enum)) return readLiterals(reading, schema, place);
  const listed = listKinds(reading, schema, place);
  if (listed.length > 0) return unionOf(listed.map((kind) => readKind(reading, kind, schema, place)));
  const shown = keywordsOfKinds.filter(([, keywords]) => keywords.some((keyword) => keyword in schema));
  if (shown.length === 0) return undefined;
  const shapes = shown.map(([kind]) => readKind(reading, kind, schema, place));
  return { ...unionOf(shapes), assumedAt: place };
}

function listKinds(reading: ShapeReading, schema: JsonObject, place: Place): Kind[] {
  if (schema.type === undefined) return [];
  const named = Array.isArray(schema.type) ? schema.type : [schema.type];
  return named.flatMap((name) => {
    if (name === 'file') return ['string'];
    const kind = kinds.find((one) => one === name);
    if (!kind) reading.notices.add('unsupported-keyword', place, `type ${JSON.stringify(name)} is none of JSON's`);
    return kind ? [kind] : [];
  });
}

function readKind(reading: ShapeReading, kind: Kind, schema: JsonObject, place: Place): Shape {
  switch (kind) {
    case 'object':
      return readObject(reading, schema, place);
    case 'array':
      return readArray(reading, schema, place);
    case 'string':
      return readString(reading, schema, place);
    case 'number':
    case 'integer':
      return readNumber(reading, { ...schema, type: kind }, place);
    case 'boolean':
    case 'null':
      return { kind };
  }
}

/** Reads enum; values that are objects or lists have no literal type. */
function readLiterals(reading: ShapeReading, schema: JsonObject, place: Place): Shape {
  const listed = Array.isArray(schema.enum) ? schema.enum : [];
  const literals = listed.filter((value): value is LiteralValue => typeof value !== 'object' || value === null);
  if (literals.length < listed.length) {
    reading.notices.add(
      'unsupported-keyword',
      partOf(place, 'enum'),
      'enum has objects or lists, which no literal type has',
    );
    const { enum: _, const: __, ...others } = schema;
    return readKinds(reading, others, place) ?? unknownShape;
  }
  const named = listKinds(reading, schema, place);
  const isAllowed = (value: LiteralValue): boolean =>
    named.length === 0 ||
    named.some((kind) => fitsKind(value, kind)) ||
    (value === null && reading.dialect !== '3.1' && schema.nullable === true);
  const values = [...new Set(literals)].filter(isAllowed);
  if (values.length < new Set(literals).size) {
    const left = literals.filter((value) => !isAllowed(value));
    reading.notices.add(
      'enum-value-left-out',
      partOf(place, 'enum'),
      `${JSON.stringify(left)} contradicts the type ${JSON.stringify(schema.type ?? null)}`,
    );
  }
  if (values.length === 0) return { kind: 'never' };
  return { kind: 'literals', values };
}

function fitsKind(value: LiteralValue, kind: Kind): boolean {
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'null') return value === null;
  return typeof value === kind;
}
