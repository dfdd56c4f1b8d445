/**
 * Compares two types by their text, however they refer to themselves.
 */
import type { Member, NamedType, ObjectType, TupleType, TypeNode } from './type-node.js';

/** Pairs assumed equal while their comparison is in progress. */
type Assumed = Map<NamedType, Set<NamedType>>;

/** Returns whether both types have equal text, doc comments included. Uses are equal when they refer to equal named types. */
export function isSameType(a: TypeNode, b: TypeNode): boolean {
  return isSame(a, b, undefined);
}

/** Returns whether both types could share one declaration, names apart. */
export function isSameNamed(a: NamedType, b: NamedType): boolean {
  return isSameDeclaration(a, b, new Map());
}

function isSame(a: TypeNode, b: TypeNode, assumed: Assumed | undefined): boolean {
  if (a === b) return true;
  if (a.kind === 'use' && b.kind === 'use') {
    if (!assumed) return a.named === b.named;
    return a.named.wantedName === b.named.wantedName && isSameDeclaration(a.named, b.named, assumed);
  }
  if (a.kind === 'word' && b.kind === 'word') return a.text === b.text;
  if (a.kind === 'array' && b.kind === 'array') return isSame(a.items, b.items, assumed);
  if (a.kind === 'tuple' && b.kind === 'tuple') return isSameTuple(a, b, assumed);
  if (a.kind === 'object' && b.kind === 'object') return isSameObject(a, b, assumed);
  const areJoined =
    (a.kind === 'union' && b.kind === 'union') || (a.kind === 'intersection' && b.kind === 'intersection');
  return areJoined && areSame(a.members, b.members, (one, other) => isSame(one, other, assumed));
}

function isSameDeclaration(a: NamedType, b: NamedType, assumed: Assumed): boolean {
  if (a === b || assumed.get(a)?.has(b)) return true;
  const others = assumed.get(a) ?? new Set();
  assumed.set(a, others.add(b));
  return isSameText(a.docs, b.docs) && isSame(a.type, b.type, assumed);
}

function isSameTuple(a: TupleType, b: TupleType, assumed: Assumed | undefined): boolean {
  const areItemsSame = areSame(
    a.items,
    b.items,
    (one, other) => one.isOptional === other.isOptional && isSame(one.type, other.type, assumed),
  );
  if (!areItemsSame || !a.rest || !b.rest) return areItemsSame && a.rest === b.rest;
  return isSame(a.rest, b.rest, assumed);
}

function isSameObject(a: ObjectType, b: ObjectType, assumed: Assumed | undefined): boolean {
  return (
    areSame(a.members, b.members, (one, other) => isSameMember(one, other, assumed)) &&
    areSame(a.indexes, b.indexes, (one, other) => one.key === other.key && isSame(one.type, other.type, assumed))
  );
}

function isSameMember(a: Member, b: Member, assumed: Assumed | undefined): boolean {
  const isSameHead = a.name === b.name && a.isOptional === b.isOptional && isSameText(a.docs, b.docs);
  return isSameHead && isSame(a.type, b.type, assumed);
}

function isSameText(a: readonly string[], b: readonly string[]): boolean {
  return areSame(a, b, (one, other) => one === other);
}

function areSame<Item>(a: readonly Item[], b: readonly Item[], isPair: (one: Item, other: Item) => boolean): boolean {
  return a.length === b.length && a.every((one, index) => isPair(one, b[index] as Item));
}
