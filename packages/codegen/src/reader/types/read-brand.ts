/**
 * Distinguishes branded primitives, `string & { __brand: 'Id' }`, from other intersections of a primitive with an object type.
 */
import type { ts } from 'ts-morph';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { readScalar } from './read-scalar.js';

/** Returns the primitive of a branded one. An object type that narrows the primitive's own members is not a brand. */
export function readBrand({ checker }: Reading, type: ts.Type): SchemaNode | undefined {
  if (!type.isIntersection()) return undefined;
  const [primitive, ...others] = type.types.filter((part) => !isObject(part));
  if (!primitive || others.length > 0) return undefined;

  const own = checker.getApparentType(primitive);
  const isOwn = ({ name }: ts.Symbol): boolean =>
    checker.getPropertyOfType(own, name) !== undefined ||
    (/^\d+$/.test(name) && own.getNumberIndexType() !== undefined);
  const isNarrowed = type.types.some((part) => isObject(part) && checker.getPropertiesOfType(part).some(isOwn));
  // No value is both a primitive and callable.
  const isCallable = type.types.some(
    (part) => part.getCallSignatures().length + part.getConstructSignatures().length > 0,
  );
  return isNarrowed || isCallable ? undefined : readScalar(primitive);
}

/**
 * Returns the member of a union that only looks branded: `(string | A) & B` becomes `string & B` and `A & B`, and since B is data
 * in the second, it is data in the first, which no text has.
 */
export function findDistributed({ checker }: Reading, members: readonly ts.Type[]): ts.Type | undefined {
  const data = new Set(
    members.filter((member) => partsOf(member).every(isObject)).flatMap((member) => [member, ...partsOf(member)]),
  );
  return members.find((member) => {
    const parts = partsOf(member);
    const brands = parts.filter((part) => isObject(part) && checker.getPropertiesOfType(part).length > 0);
    return !parts.every(isObject) && brands.some((part) => data.has(part));
  });
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isIntersection() ? type.types : [type];
}

function isObject(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Object | compiler.TypeFlags.NonPrimitive)) !== 0;
}
