/**
 * The meaning of a schema that a TypeScript type can have: between the document's keywords and the text of a type.
 */
import type { JsonValue } from '@sigil/core';
import type { Place } from '../source/pointer.js';

/** Texts and values that describe a schema and restrict nothing. */
export interface ShapeDocs {
  readonly description?: string;
  readonly isDeprecated?: boolean;
  readonly default?: JsonValue;
  readonly example?: JsonValue;
}

interface Described {
  readonly docs?: ShapeDocs;
  /** The schema that has no type of its own, so that this one was assumed. */
  readonly assumedAt?: Place;
}

/** Any value. */
export interface UnknownShape extends Described {
  readonly kind: 'unknown';
}

/** No value fits. */
export interface NeverShape extends Described {
  readonly kind: 'never';
}

/** A part of the document that gets a name. */
export interface RefShape extends Described {
  readonly kind: 'ref';
  readonly place: Place;
}

/** A boolean, or null alone. */
export interface PlainShape extends Described {
  readonly kind: 'boolean' | 'null';
}

/** A text, and its constraints; lengths count characters. */
export interface StringShape extends Described {
  readonly kind: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  /** Bytes of a form or of a whole body, rather than text. */
  readonly isBytes?: boolean;
}

/** A number, and its bounds. */
export interface NumberShape extends Described {
  readonly kind: 'number';
  readonly isInteger?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

/** One value of a literal type. */
export type LiteralValue = string | number | boolean | null;

/** One of some values. */
export interface LiteralsShape extends Described {
  readonly kind: 'literals';
  readonly values: readonly LiteralValue[];
}

/** A list of one type. */
export interface ArrayShape extends Described {
  readonly kind: 'array';
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** A list with a type for each place. */
export interface TupleShape extends Described {
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
  /** The number of items that must be there. */
  readonly required: number;
  /** Further items; `undefined` if none are allowed. */
  readonly rest?: Shape;
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  /** False for a name that only `required` mentions. */
  readonly isDeclared: boolean;
  readonly place: Place;
}

/** An object with declared members. */
export interface ObjectShape extends Described {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Further members: `undefined` if the schema does not mention them, `never` if it forbids them. */
  readonly additional?: Shape;
}

/** One of several types. */
export interface UnionShape extends Described {
  readonly kind: 'union';
  readonly members: readonly Shape[];
}

/** Objects that are combined by name, so that each stays readable; their members do not overlap. */
export interface IntersectionShape extends Described {
  readonly kind: 'intersection';
  readonly members: readonly (RefShape | ObjectShape)[];
}

export type Shape =
  | UnknownShape
  | NeverShape
  | RefShape
  | PlainShape
  | StringShape
  | NumberShape
  | LiteralsShape
  | ArrayShape
  | TupleShape
  | ObjectShape
  | UnionShape
  | IntersectionShape;

/** The shape of a schema that says nothing. */
export const unknownShape: UnknownShape = { kind: 'unknown' };

/** Returns one shape for the alternatives: nested unions are flattened, equal literals and plain kinds are joined. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' && !shape.docs ? shape.members : [shape]));
  if (flat.some((shape) => shape.kind === 'unknown')) return unknownShape;
  const kept: Shape[] = [];
  const literals: LiteralValue[] = [];
  let firstLiterals: number | undefined;
  for (const shape of flat) {
    if (shape.kind === 'never') continue;
    if (shape.kind === 'literals' && !shape.docs) {
      firstLiterals ??= kept.push({ kind: 'literals', values: [] }) - 1;
      literals.push(...shape.values.filter((value) => !literals.includes(value)));
    } else if (!kept.some((one) => isSame(one, shape))) kept.push(shape);
  }
  if (firstLiterals !== undefined) kept[firstLiterals] = { kind: 'literals', values: literals };
  const [only] = kept;
  if (!only) return { kind: 'never' };
  return kept.length === 1 ? only : { kind: 'union', members: kept };
}

/** Returns whether two shapes are the same name or the same plain kind. */
function isSame(a: Shape, b: Shape): boolean {
  if (a.docs || b.docs) return false;
  if (a.kind === 'ref' && b.kind === 'ref') return a.place.file === b.place.file && a.place.pointer === b.place.pointer;
  return (a.kind === 'null' || a.kind === 'boolean') && a.kind === b.kind;
}

/** Returns the shape with these texts in place of its own. */
export function withDocs(shape: Shape, docs: ShapeDocs): Shape {
  return Object.keys(docs).length === 0 ? shape : { ...shape, docs: { ...shape.docs, ...docs } };
}
