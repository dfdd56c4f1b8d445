/**
 * Reads the keywords of a list. Older documents write the places of a tuple as a list of `items`.
 */
import type { JsonObject } from '@sigil/core';
import { importLimits } from '../limits/import-limits.js';
import { partOf, type Place } from '../source/pointer.js';
import { readCount } from './read-count.js';
import type { ShapeReading } from './shape-reading.js';
import { type ArrayShape, type Shape, type TupleShape, unknownShape } from './shape.js';

/** Returns a list, or a tuple if places have schemas of their own. */
export function readArray(reading: ShapeReading, schema: JsonObject, place: Place): ArrayShape | TupleShape {
  const minItems = readCount(reading, schema, { keyword: 'minItems', place }) ?? 0;
  const maxItems = readCount(reading, schema, { keyword: 'maxItems', place, atLeast: minItems });
  const keyword = Array.isArray(schema.items) ? 'items' : 'prefixItems';
  const places = schema[keyword];
  if (Array.isArray(places) && places.length > 0 && places.length <= importLimits.maxTuplePlaces)
    return readTuple(reading, schema, { place, keyword, minItems, maxItems });
  if (Array.isArray(places) && places.length > 0)
    reading.notices.add('unsupported-keyword', place, `${keyword} has very many places`);
  return {
    kind: 'array',
    items: schema.items === undefined || Array.isArray(schema.items) ? unknownShape : readItems(reading, schema, place),
    ...(minItems > 0 && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(schema.uniqueItems === true && { uniqueItems: true }),
  };
}

interface TupleReading {
  readonly place: Place;
  readonly keyword: string;
  readonly minItems: number;
  readonly maxItems: number | undefined;
}

function readTuple(
  reading: ShapeReading,
  schema: JsonObject,
  { place, keyword, minItems, maxItems }: TupleReading,
): TupleShape {
  const listed = schema[keyword];
  const places = Array.isArray(listed) ? listed : [];
  const items = places.map((value, index) => reading.read({ value, place: partOf(place, keyword, index) }));
  const further = keyword === 'items' ? schema.additionalItems : schema.items;
  const isClosed = further === false || maxItems === items.length;
  const required = Math.min(minItems, items.length);
  const lost = [
    'uniqueItems',
    ...(minItems > items.length ? ['minItems'] : []),
    ...(maxItems !== undefined && !isClosed ? ['maxItems'] : []),
  ];
  for (const name of lost)
    if (schema[name]) reading.notices.add('unsupported-keyword', place, `${name} of a tuple has no type`);
  if (isClosed) return { kind: 'tuple', items, required };
  const rest: Shape =
    keyword === 'prefixItems' && further !== undefined ? readItems(reading, schema, place) : unknownShape;
  return { kind: 'tuple', items, required, rest };
}

function readItems(reading: ShapeReading, schema: JsonObject, place: Place): Shape {
  return reading.read({ value: schema.items ?? {}, place: partOf(place, 'items') });
}
