/**
 * Joins shapes that a value must fit all at once: the parts of allOf, and the keywords of a schema beside its alternatives.
 */
import type { Place } from '../source/pointer.js';
import { joinNumbers, joinStrings } from './join-constraints.js';
import { followRef, type ShapeReading } from './shape-reading.js';
import {
  type ArrayShape,
  type LiteralsShape,
  type LiteralValue,
  type Member,
  type ObjectShape,
  type RefShape,
  type Shape,
  type TupleShape,
  unionOf,
  unknownShape,
} from './shape.js';

/** The reading, and the schema that is joined, for notices. */
interface Joining {
  readonly reading: ShapeReading;
  readonly place: Place;
}

/** Returns one shape for all parts. Parts that no value fits together are noted, and any value is accepted. */
export function joinShapes(reading: ShapeReading, parts: readonly Shape[], place: Place): Shape {
  const joining = { reading, place };
  const [first = unknownShape, ...others] = parts.filter(({ kind }) => kind !== 'unknown');
  const joined = others.reduce((shape, part) => joinTwo(joining, shape, part), first);
  if (joined.kind !== 'never') return joined;
  reading.notices.add('unsatisfiable', place, 'no value fits the schema');
  return unknownShape;
}

function joinTwo(joining: Joining, a: Shape, b: Shape): Shape {
  if (a.kind === 'unknown') return b;
  if (b.kind === 'unknown') return a;
  if (a.kind === 'ref' && b.kind === 'ref' && isSamePlace(a, b)) return a;
  const named = combineNamed(joining, a, b);
  if (named) return named;
  const [left, right] = [expand(joining, a), expand(joining, b)];
  if (left.kind === 'union') return unionOf(left.members.map((member) => joinTwo(joining, member, right)));
  if (right.kind === 'union') return unionOf(right.members.map((member) => joinTwo(joining, left, member)));
  if (left.kind === 'unknown') return right;
  if (right.kind === 'unknown') return left;
  return joinKinds(joining, left, right);
}

function joinKinds(joining: Joining, a: Shape, b: Shape): Shape {
  if (a.kind === 'literals') return filterLiterals(a, b);
  if (b.kind === 'literals') return filterLiterals(b, a);
  if (a.kind === 'string' && b.kind === 'string') return joinStrings(joining.reading, [a, b], joining.place);
  if (a.kind === 'number' && b.kind === 'number') return joinNumbers(joining.reading, [a, b], joining.place);
  if (a.kind === 'object' && b.kind === 'object') return joinObjects(joining, a, b);
  if (isList(a) && isList(b)) return joinLists(joining, a, b);
  return a.kind === b.kind ? a : { kind: 'never' };
}

/** Combines objects by their names where their members do not overlap. */
function combineNamed(joining: Joining, a: Shape, b: Shape): Shape | undefined {
  if (a.kind !== 'ref' && b.kind !== 'ref' && a.kind !== 'intersection' && b.kind !== 'intersection') return undefined;
  const [left, right] = [namedParts(joining, a), namedParts(joining, b)];
  if (!left || !right) return undefined;
  const names = [...left, ...right].flatMap((part) =>
    objectsOf(joining, part).flatMap(({ members }) => members.map(({ name }) => name)),
  );
  if (new Set(names).size < names.length) return undefined;
  return { kind: 'intersection', members: [...left, ...right] };
}

/** Returns the parts of an object that may be combined by name; `undefined` for anything else, and for objects with further members. */
function namedParts(joining: Joining, shape: Shape): readonly (RefShape | ObjectShape)[] | undefined {
  if (shape.kind === 'intersection') return shape.members;
  if (shape.kind !== 'ref' && shape.kind !== 'object') return undefined;
  const objects = objectsOf(joining, shape);
  const isFit =
    objects.length > 0 &&
    objects.every(({ additional, members }) => !additional && members.every((member) => member.isDeclared));
  return isFit ? [shape] : undefined;
}

/** Returns the objects that a shape consists of; an empty list for a shape that is none. */
function objectsOf({ reading }: Joining, shape: Shape): readonly ObjectShape[] {
  const target = followRef(reading, shape);
  if (target?.kind === 'object') return [target];
  if (target?.kind !== 'intersection') return [];
  return target.members.flatMap((member) => objectsOf({ reading, place: { file: '', pointer: '' } }, member));
}

/** Replaces a name by what it names, and a combination of objects by one object. */
function expand(joining: Joining, shape: Shape): Shape {
  const { docs: _, ...target } = followRef(joining.reading, shape) ?? unknownShape;
  if (target.kind !== 'intersection') return target;
  const [first, ...others] = objectsOf(joining, target);
  return first
    ? others.reduce<Shape>(
        (joined, one) => (joined.kind === 'object' ? joinObjects(joining, joined, one) : joined),
        first,
      )
    : unknownShape;
}

function joinObjects(joining: Joining, a: ObjectShape, b: ObjectShape): Shape {
  const others = new Map(b.members.map((member) => [member.name, member]));
  const members: Member[] = [];
  for (const member of a.members) {
    const other = others.get(member.name);
    others.delete(member.name);
    const joined = other ? joinMembers(joining, member, other) : member;
    if (other && joined.isRequired && joined.shape.kind === 'never') return { kind: 'never' };
    members.push(joined);
  }
  noteForbidden(joining, a, b);
  noteForbidden(joining, b, a);
  const additional = joinAdditional(joining, a, b);
  const isAssumed = a.assumedAt && b.assumedAt;
  return {
    kind: 'object',
    members: [...members, ...others.values()],
    ...(additional && { additional }),
    ...(isAssumed && { assumedAt: isAssumed }),
  };
}

/** Notes that the further members of one object forbid, or restrict, members of the other: those are accepted as declared. */
function noteForbidden({ reading, place }: Joining, { members, additional }: ObjectShape, other: ObjectShape): void {
  if (!additional || additional.kind === 'unknown') return;
  const names = other.members.map(({ name }) => name).filter((name) => !members.some((member) => member.name === name));
  if (names.length === 0) return;
  const listed = names.slice(0, 5).map((name) => JSON.stringify(name));
  reading.notices.add(
    'constraint-left-out',
    place,
    `additionalProperties of one part does not allow ${listed.join(', ')} of another, which are accepted`,
  );
}

function joinMembers(joining: Joining, a: Member, b: Member): Member {
  const flags = {
    isRequired: a.isRequired || b.isRequired,
    isReadOnly: a.isReadOnly || b.isReadOnly,
    isWriteOnly: a.isWriteOnly || b.isWriteOnly,
    isDeclared: a.isDeclared || b.isDeclared,
  };
  if (!a.isDeclared) return { ...b, ...flags };
  if (!b.isDeclared) return { ...a, ...flags };
  const docs = { ...a.shape.docs, ...b.shape.docs };
  const shape = joinTwo(joining, withoutDocs(a.shape), withoutDocs(b.shape));
  return { ...b, ...flags, shape: Object.keys(docs).length > 0 ? { ...shape, docs } : shape };
}

function withoutDocs(shape: Shape): Shape {
  const { docs: _, ...plain } = shape;
  return plain;
}

/** Further members must fit both; an object that allows everything says nothing about the members of another. */
function joinAdditional(joining: Joining, a: ObjectShape, b: ObjectShape): Shape | undefined {
  const isFree = (one: ObjectShape): boolean => one.members.length === 0 && one.additional?.kind === 'unknown';
  if (isFree(a) && b.members.length > 0) return b.additional;
  if (isFree(b) && a.members.length > 0) return a.additional;
  if (!a.additional || !b.additional) return a.additional ?? b.additional;
  return joinTwo(joining, a.additional, b.additional);
}

function filterLiterals(literals: LiteralsShape, shape: Shape): Shape {
  const values = literals.values.filter((value) => fitsShape(value, shape));
  return values.length === 0 ? { kind: 'never' } : { ...literals, values };
}

function fitsShape(value: LiteralValue, shape: Shape): boolean {
  switch (shape.kind) {
    case 'literals':
      return shape.values.includes(value);
    case 'string':
      return (
        typeof value === 'string' &&
        [...value].length >= (shape.minLength ?? 0) &&
        [...value].length <= (shape.maxLength ?? Infinity) &&
        (shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(value))
      );
    case 'number':
      return (
        typeof value === 'number' &&
        (!shape.isInteger || Number.isInteger(value)) &&
        value >= (shape.minimum ?? -Infinity) &&
        value <= (shape.maximum ?? Infinity) &&
        value > (shape.exclusiveMinimum ?? -Infinity) &&
        value < (shape.exclusiveMaximum ?? Infinity)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    default:
      return false;
  }
}

function isList(shape: Shape): shape is ArrayShape | TupleShape {
  return shape.kind === 'array' || shape.kind === 'tuple';
}

function joinLists(joining: Joining, a: ArrayShape | TupleShape, b: ArrayShape | TupleShape): Shape {
  if (a.kind === 'array' && b.kind === 'array') {
    const items = joinTwo(joining, a.items, b.items);
    const minItems = Math.max(a.minItems ?? 0, b.minItems ?? 0);
    const maxItems = Math.min(a.maxItems ?? Infinity, b.maxItems ?? Infinity);
    if (minItems > maxItems) return { kind: 'never' };
    return {
      kind: 'array',
      items: items.kind === 'never' ? unknownShape : items,
      ...(minItems > 0 && { minItems }),
      ...(maxItems < Infinity && { maxItems }),
      ...((a.uniqueItems || b.uniqueItems) && { uniqueItems: true }),
    };
  }
  const [tuple, other] = a.kind === 'tuple' ? [a, b] : [b, a];
  if (other.kind !== 'array' || other.items.kind !== 'unknown')
    joining.reading.notices.add(
      'unsupported-keyword',
      joining.place,
      'a tuple is combined with another list, which is left out',
    );
  return tuple;
}

function isSamePlace(a: RefShape, b: RefShape): boolean {
  return a.place.file === b.place.file && a.place.pointer === b.place.pointer;
}
