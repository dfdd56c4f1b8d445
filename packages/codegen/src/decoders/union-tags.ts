/**
 * Finds the property that tells the objects of a union apart.
 */
import type { LiteralsNode, ObjectNode } from '../model/schema-node.js';
import { valueNode, type UnionMember } from './plain-node.js';

/** An object type of a union. */
export type ObjectMember = UnionMember<ObjectNode>;

/** A property that every object requires as a literal, and which objects take which of its values. */
export interface UnionTag {
  readonly name: string;
  readonly objectsByValue: ReadonlyMap<LiteralsNode['values'][number], readonly ObjectMember[]>;
}

/** The property that leaves the fewest objects for each of its values; `undefined` when none tells any apart. */
export function findTag(objects: readonly ObjectMember[]): UnionTag | undefined {
  const names = objects[0]?.plain.properties.map((property) => property.name) ?? [];
  const tags = names
    .flatMap((name) => tagNamed(name, objects) ?? [])
    .filter((tag) => mostPerValue(tag) < objects.length);
  return tags.reduce<UnionTag | undefined>(
    (best, tag) => (best && mostPerValue(best) <= mostPerValue(tag) ? best : tag),
    undefined,
  );
}

function tagNamed(name: string, objects: readonly ObjectMember[]): UnionTag | undefined {
  const objectsByValue = new Map<LiteralsNode['values'][number], ObjectMember[]>();
  for (const object of objects) {
    const values = literalsOf(object.plain, name);
    if (!values) return undefined;
    for (const value of new Set(values)) objectsByValue.set(value, [...(objectsByValue.get(value) ?? []), object]);
  }
  return { name, objectsByValue };
}

function literalsOf(object: ObjectNode, name: string): LiteralsNode['values'] | undefined {
  const property = object.properties.find((candidate) => candidate.name === name);
  const plain = property?.isRequired ? valueNode(property.node) : undefined;
  return plain?.kind === 'literals' ? plain.values : undefined;
}

function mostPerValue({ objectsByValue }: UnionTag): number {
  return Math.max(...[...objectsByValue.values()].map((objects) => objects.length));
}
