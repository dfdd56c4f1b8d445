/**
 * Reads a schema of OpenAPI 2.0, 3.0 or 3.1 as a shape, and notes what no type expresses.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { importLimits } from '../limits/import-limits.js';
import type { Notices } from '../reporting/notices.js';
import type { DocumentSet, Located } from '../source/document-set.js';
import { partOf, type Place, writePlace } from '../source/pointer.js';
import { joinShapes } from './join-shapes.js';
import { readDocs } from './read-docs.js';
import { readKinds } from './read-kinds.js';
import { type Dialect, followRef, type ShapeReading } from './shape-reading.js';
import { noteOverlap } from './one-of-overlap.js';
import { type Shape, unionOf, unknownShape, withDocs } from './shape.js';

/** Keywords that restrict values and have no type. */
const untypedKeywords = [
  ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'dependencies', 'contains'],
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'unevaluatedProperties'],
  ...['unevaluatedItems', 'additionalItems', '$dynamicRef', '$recursiveRef'],
];

/** Opens the reading of a document's schemas. */
export function openShapeReading(documents: DocumentSet, dialect: Dialect, notices: Notices): ShapeReading {
  const known = new Map<string, Shape>();
  /** The places that are being read, to find a schema that consists of itself. */
  const open = new Set<string>();
  const reading: ShapeReading = {
    documents,
    dialect,
    notices,
    later: [],
    read: (located) => {
      const key = writePlace(located.place);
      const before = known.get(key);
      if (before) return before;
      if (open.has(key)) {
        notices.add('endless-type', located.place, 'the schema consists of itself');
        return unknownShape;
      }
      open.add(key);
      const shape = readSchema(reading, located);
      open.delete(key);
      known.set(key, shape);
      return shape;
    },
  };
  return reading;
}

function readSchema(reading: ShapeReading, { value, place }: Located): Shape {
  if (value === true) return unknownShape;
  if (value === false) return { kind: 'never' };
  if (!isJsonObject(value)) {
    reading.notices.add('constraint-left-out', place, 'the schema is no object');
    return unknownShape;
  }
  if (typeof value.$ref === 'string') return readReference(reading, value, place, value.$ref);
  return readKeywords(reading, value, place);
}

function readReference(reading: ShapeReading, schema: JsonObject, place: Place, reference: string): Shape {
  const target = reading.documents.find(reference, place);
  if (!target) {
    reading.notices.add('unresolved-reference', place, `${JSON.stringify(reference)} leads to no part of the document`);
    return unknownShape;
  }
  const ref = { kind: 'ref', place: target.place } as const;
  const { $ref: _, ...siblings } = schema;
  if (reading.dialect !== '3.1') {
    // Older versions ignore what stands beside a reference; a text and null are meant for people all the same.
    const described = typeof schema.description === 'string' ? withDocs(ref, { description: schema.description }) : ref;
    if (schema.nullable !== true) return described;
    reading.notices.add('null-allowed', place, 'nullable stands beside a reference');
    return unionOf([described, { kind: 'null' }]);
  }
  const beside = readKeywords(reading, siblings, place);
  const { docs, ...restriction } = beside;
  const joined = restriction.kind === 'unknown' ? ref : joinShapes(reading, [ref, restriction], place);
  return docs ? withDocs(joined, docs) : joined;
}

function readKeywords(reading: ShapeReading, schema: JsonObject, place: Place): Shape {
  noteUntyped(reading, schema, place);
  const parts: Shape[] = [];
  const own = readKinds(reading, schema, place);
  if (own) parts.push(own);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const listed = schema[keyword];
    if (!Array.isArray(listed) || listed.length === 0) continue;
    const shapes = listed.map((item, index) => reading.read({ value: item, place: partOf(place, keyword, index) }));
    if (keyword === 'oneOf') noteOverlap(reading, shapes, partOf(place, keyword));
    parts.push(...(keyword === 'allOf' ? shapes : [unionOf(shapes)]));
  }
  noteDiscriminator(reading, schema, place, parts);
  const docs = readDocs(schema);
  const shape = withDocs(limitCombined(reading, parts, place), docs);
  return allowNull(reading, schema, place, shape);
}

/** Combines the parts of a schema; a union of very many alternatives is left out if it would be multiplied. */
function limitCombined(reading: ShapeReading, parts: readonly Shape[], place: Place): Shape {
  const unions = parts.filter((part) => part.kind === 'union');
  const combined = unions.reduce((product, { members }) => product * members.length, 1);
  if (parts.length < 2 || combined <= importLimits.maxCombinedAlternatives) return joinShapes(reading, parts, place);
  reading.notices.add(
    'unsupported-keyword',
    place,
    `alternatives are combined in ${combined} ways, which no type lists`,
  );
  return joinShapes(
    reading,
    parts.filter((part) => part.kind !== 'union'),
    place,
  );
}

function noteUntyped(reading: ShapeReading, schema: JsonObject, place: Place): void {
  for (const keyword of untypedKeywords) {
    if (keyword in schema) reading.notices.add('unsupported-keyword', place, `${keyword} has no type`);
  }
}

/** Notes a discriminator that no alternative declares as a value of its own: a type cannot distinguish them by it. */
function noteDiscriminator(reading: ShapeReading, schema: JsonObject, place: Place, parts: readonly Shape[]): void {
  const { discriminator } = schema;
  const name = isJsonObject(discriminator) ? discriminator.propertyName : discriminator;
  if (typeof name !== 'string') return;
  const members = parts.flatMap((part) => (part.kind === 'union' ? part.members : []));
  if (members.length === 0) return;
  const isDeclared = (member: Shape): boolean => {
    const target = followRef(reading, member);
    const shapes = target?.kind === 'intersection' ? target.members.map((one) => followRef(reading, one)) : [target];
    return shapes.some(
      (shape) =>
        shape?.kind === 'object' && shape.members.some((one) => one.name === name && one.shape.kind === 'literals'),
    );
  };
  reading.later.push(() => {
    if (members.every(isDeclared)) return;
    const message = `the alternatives do not declare the values of ${JSON.stringify(name)}`;
    reading.notices.add('discriminator-left-out', place, message);
  });
}

/** Adds null where `nullable` says so. Strictly it has an effect beside `type` alone; documents mean it everywhere. */
function allowNull(reading: ShapeReading, schema: JsonObject, place: Place, shape: Shape): Shape {
  if (reading.dialect === '3.1' || (schema.nullable !== true && schema['x-nullable'] !== true)) return shape;
  if (shape.kind === 'unknown' || (shape.kind === 'literals' && shape.values.includes(null))) return shape;
  if (schema.type === undefined || schema.enum !== undefined || schema['x-nullable'] === true)
    reading.notices.add('null-allowed', place, 'nullable stands beside what does not allow null by itself');
  const { docs, ...plain } = shape;
  return withDocs(unionOf([plain, { kind: 'null' }]), docs ?? {});
}
