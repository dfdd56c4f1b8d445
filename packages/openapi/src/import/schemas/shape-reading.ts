/**
 * The document and its rules, as the readers of schemas share them, and the references between schemas.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { Notices } from '../reporting/notices.js';
import type { DocumentSet, Located } from '../source/document-set.js';
import { type Place, writePlace } from '../source/pointer.js';
import type { Shape } from './shape.js';

/** The rules by which schemas are read: from 3.1 on they are JSON Schema 2020-12. */
export type Dialect = '2.0' | '3.0' | '3.1';

/** The document, its rules, and the schemas that were read. */
export interface ShapeReading {
  readonly documents: DocumentSet;
  readonly dialect: Dialect;
  readonly notices: Notices;
  /** Reads the schema at a place, once. */
  readonly read: (located: Located) => Shape;
  /** Checks that need every schema, and run at the end. */
  readonly later: (() => void)[];
}

/** Finds the schema that a named place holds. */
export function requirePlace(reading: ShapeReading, place: Place): Located {
  return reading.documents.find(`#${place.pointer}`, place) ?? { value: {}, place };
}

/** Follows a shape that is only a reference to the shape it names; `undefined` for one that names itself. */
export function followRef(reading: ShapeReading, shape: Shape): Shape | undefined {
  const seen = new Set<string>();
  let followed = shape;
  while (followed.kind === 'ref') {
    const key = writePlace(followed.place);
    if (seen.has(key)) return undefined;
    seen.add(key);
    followed = reading.read(requirePlace(reading, followed.place));
  }
  return followed;
}

/** Returns the schemas that a keyword names; none if its value is no object. */
export function readSchemas(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? (Object.entries(value) as [string, JsonValue][]) : [];
}
