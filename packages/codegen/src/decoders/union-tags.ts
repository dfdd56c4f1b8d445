/**
 * Finds the property that distinguishes the objects of a union, and writes the code that switches on it.
 */
import type { LiteralsNode, ObjectNode } from '../model/schema-node.js';
import { valueNode, type UnionMember } from './plain-node.js';
import { accessor } from './write-members.js';
import type { Source } from './write-reading.js';

/** An object type of a union. */
export type ObjectMember = UnionMember<ObjectNode>;

/** A property that every object requires as a literal, and the objects for each of its values. */
export interface UnionTag {
  readonly name: string;
  readonly objectsByValue: ReadonlyMap<LiteralsNode['values'][number], readonly ObjectMember[]>;
}

/**
 * Writes the statements that switch on the tag of an object.
 *
 * @param found the expression of the tag's value
 * @param callOf returns the statement for the objects with one value of the tag
 * @param refuse returns the statement that refuses another value of the tag
 */
export function writeTagSwitch(
  { name, objectsByValue }: UnionTag,
  found: string,
  callOf: (objects: readonly ObjectMember[], value: string) => string,
  refuse: (tag: LiteralsNode, place: Pick<Source, 'name' | 'path'>) => string,
): readonly string[] {
  const place = { name: found, path: `path + ${JSON.stringify(accessor(name))}` };
  return [
    'if (isObject(value)) {',
    `switch (${found}) {`,
    ...[...objectsByValue].flatMap(([value, objects]) => [
      `case ${JSON.stringify(value)}:`,
      `  return ${callOf(objects, String(value))}`,
    ]),
    'default:',
    `  return ${refuse({ kind: 'literals', values: [...objectsByValue.keys()] }, place)}`,
    '}',
    '}',
  ];
}

/** Returns the property that leaves the fewest objects for each value; `undefined` when no property distinguishes any. */
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
