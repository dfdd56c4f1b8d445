/**
 * Builds unions and intersections of types, and leaves out members that add nothing.
 */
import { isSameType } from './same-type.js';
import { neverType, unknownType, type Member, type ObjectType, type TypeNode } from './type-node.js';

/** Builds a union: flat, without repetitions; an empty one is `never`. */
export function unite(types: readonly TypeNode[]): TypeNode {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.members : [type]));
  if (flat.some(isUnknown)) return unknownType;
  const members = withoutRepetitions(flat.filter((type) => !isNever(type)));
  return members.length > 1 ? { kind: 'union', members } : (members[0] ?? neverType);
}

/** Builds an intersection; compatible object types are merged. An empty one is `unknown`. */
export function intersect(types: readonly TypeNode[]): TypeNode {
  const flat = types.flatMap((type) => (type.kind === 'intersection' ? type.members : [type]));
  if (flat.some(isNever)) return neverType;
  const telling = withoutRepetitions(flat.filter((type) => !isUnknown(type)));
  const needed = telling.filter(
    (type) => !isBareObject(type) || !telling.some((it) => it !== type && isObjectLike(it)),
  );
  const members = mergeObjects(needed);
  return members.length > 1 ? { kind: 'intersection', members } : (members[0] ?? unknownType);
}

/** Returns whether the type says nothing about its values. */
export function isUnknown(type: TypeNode): boolean {
  return type.kind === 'word' && type.text === 'unknown';
}

/** Returns whether the type itself says that all its values are objects. */
export function isObjectLike(type: TypeNode, seen: ReadonlySet<TypeNode> = new Set()): boolean {
  if (type.kind === 'object') return true;
  if (type.kind === 'use') {
    const { type: meant } = type.named;
    return !seen.has(meant) && isObjectLike(meant, new Set([...seen, meant]));
  }
  if (type.kind === 'union') return type.members.every((member) => isObjectLike(member, seen));
  return type.kind === 'intersection' && type.members.some((member) => isObjectLike(member, seen));
}

function isNever(type: TypeNode): boolean {
  return type.kind === 'word' && type.text === 'never';
}

/** Returns whether the type is the one of `type: "object"` alone. */
function isBareObject(type: TypeNode): boolean {
  if (type.kind !== 'object' || type.members.length > 0) return false;
  return type.indexes.every((index) => index.key === 'string' && isUnknown(index.type));
}

/** Keeps the first of equal types. Word types, of which there may be thousands, are compared by their text. */
function withoutRepetitions(types: readonly TypeNode[]): TypeNode[] {
  const words = new Set<string>();
  const others: TypeNode[] = [];
  return types.filter((type) => {
    if (type.kind === 'word') return words.size < words.add(type.text).size;
    if (others.some((other) => isSameType(other, type))) return false;
    others.push(type);
    return true;
  });
}

/** Merges the object types into one, in the place of the first, where that means the same. */
function mergeObjects(types: readonly TypeNode[]): readonly TypeNode[] {
  const merged: TypeNode[] = [];
  for (const type of types) {
    const at = merged.findIndex((it) => it.kind === 'object' && type.kind === 'object');
    const union = at < 0 ? undefined : mergeTwo(merged[at] as ObjectType, type as ObjectType);
    if (union) merged[at] = union;
    else merged.push(type);
  }
  return merged;
}

function mergeTwo(a: ObjectType, b: ObjectType): ObjectType | undefined {
  if (a.indexes.length > 0 || b.indexes.length > 0) return undefined;
  const members = new Map(a.members.map((member) => [member.name, member]));
  for (const member of b.members) {
    const known = members.get(member.name);
    const union = known ? mergeMember(known, member) : member;
    if (!union) return undefined;
    members.set(member.name, union);
  }
  return { kind: 'object', members: [...members.values()], indexes: [] };
}

function mergeMember(a: Member, b: Member): Member | undefined {
  const type = isUnknown(a.type) ? b.type : a.type;
  if (type === a.type && !isUnknown(b.type) && !isSameType(a.type, b.type)) return undefined;
  const docs = a.docs.length > 0 ? a.docs : b.docs;
  return { name: a.name, type, isOptional: a.isOptional && b.isOptional, docs };
}
