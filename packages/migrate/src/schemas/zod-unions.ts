/**
 * Unions and enumerations of schemas.
 */
import { Node } from 'ts-morph';
import { literalsOf, objectOf, type Shape, shapeOf } from './shape.js';
import { unknownSchema, type ZodReading } from './zod-reading.js';
import { resolve } from '../source/static-value.js';

/** Makes a union of literals, each once. */
export function literals(values: readonly string[]): Shape {
  return shapeOf({ kind: 'literals', values: [...new Set(values)] });
}

/** Makes a union; one of literals alone becomes an enumeration. */
export function joined(members: readonly Shape[]): Shape {
  const values = members.map((member) =>
    member.docs.tags.length > 0 || member.docs.description !== undefined ? undefined : literalsOf(member),
  );
  if (values.every((value) => value !== undefined)) return literals(values.flat());
  return { ...shapeOf({ kind: 'union', members }), isOptional: members.some((member) => member.isOptional) };
}

/** Reads the members of `z.union` and its like. */
export function readUnion(reading: ZodReading, call: Node, list: Node | undefined, isOrdered: boolean): Shape {
  const held = list && resolve(list);
  if (!held || !Node.isArrayLiteralExpression(held)) return unknownSchema(reading, call);
  const members = held.getElements().map((item) => reading.read(item));
  if (isOrdered && members.filter((member) => objectOf(member) && !hasTag(member)).length > 1) {
    const says =
      'zod takes the first member that accepts an object and drops the other names; here the member with the most of its names is taken';
    reading.notices.push({ at: call, construct: 'union', says, isLoss: false });
  }
  return joined(members);
}

function hasTag(shape: Shape): boolean {
  return (
    objectOf(shape)?.members.some((member) => literalsOf(member.shape)?.length === 1 && !member.shape.isOptional) ===
    true
  );
}
