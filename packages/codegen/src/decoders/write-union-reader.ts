/**
 * Writes the reader of a union: it goes by the value's kind first, then by a tag where the objects have one, and only then by
 * trying one member after the other.
 */
import type { LiteralsNode, ObjectNode, SchemaNode, UnionNode } from '../model/schema-node.js';
import { describeLiterals, describeNode } from './describe-node.js';
import { accessor } from './write-members.js';
import { indent, writeRefusal, type Readers } from './write-reading.js';
import { conditionsOf, isScalar, type ScalarNode } from './write-test.js';

/** The body of a reader of `node`. What fits none is refused with what all members want. */
export function writeUnionReader(node: UnionNode, hint: string, readers: Readers): readonly string[] {
  const members = flatten(node);
  const scalars = members.filter(isScalar);
  const objects = members.filter((member) => member.kind === 'object');
  const arrays = members.filter((member) => member.kind === 'array' || member.kind === 'tuple');
  return [
    ...datesFirst(scalars).map((scalar) => writeScalar(scalar, readers)),
    ...writeObjects(objects, hint, readers),
    ...(arrays.length > 0 ? [`if (Array.isArray(value)) return ${tryAll(arrays, hint, readers)}`] : []),
    `return ${writeRefusal(describeNode(node), { name: 'value', path: 'path' })}`,
  ];
}

function flatten(union: UnionNode): readonly Exclude<SchemaNode, UnionNode>[] {
  return union.members.flatMap((member) => (member.kind === 'union' ? flatten(member) : [member]));
}

/** In `string | Date`, text that is a date becomes a Date. */
function datesFirst(scalars: readonly ScalarNode[]): readonly ScalarNode[] {
  const isDate = (node: ScalarNode): boolean => node.kind === 'date';
  return [...scalars.filter(isDate), ...scalars.filter((scalar) => !isDate(scalar))];
}

function writeScalar(node: ScalarNode, { declarations }: Readers): string {
  const fits = conditionsOf(node, 'value', declarations).join(' && ');
  return `if (${fits}) return ${node.kind === 'date' ? 'toDate(value)' : 'value'};`;
}

function writeObjects(objects: readonly ObjectNode[], hint: string, readers: Readers): readonly string[] {
  if (objects.length === 0) return [];
  const tag = objects.length > 1 ? tagOf(objects) : undefined;
  if (tag === undefined) return [`if (isObject(value)) return ${tryAll(objects, hint, readers)}`];

  const values = objects.flatMap((object) => tagValues(object, tag) ?? []);
  const branches = objects.flatMap((object) => {
    const words = (tagValues(object, tag) ?? []).map((value) => JSON.stringify(value));
    const reader = readers.readerOf(object, `${hint}_${words.join('_')}`);
    return [...words.map((word) => `case ${word}:`), `  return ${reader}(value, path, problems);`];
  });
  const found = { name: `own(value, ${JSON.stringify(tag)})`, path: `path + ${JSON.stringify(accessor(tag))}` };
  return [
    'if (isObject(value)) {',
    ...indent([
      `switch (${found.name}) {`,
      ...indent([...branches, 'default:', `  return ${writeRefusal(describeLiterals(values), found)}`]),
      '}',
    ]),
    '}',
  ];
}

/** The first property that every object requires as a literal, each with values of its own. */
function tagOf(objects: readonly ObjectNode[]): string | undefined {
  const candidates = (objects[0] as ObjectNode).properties.map((property) => property.name);
  return candidates.find((name) => {
    const values = objects.map((object) => tagValues(object, name));
    if (values.includes(undefined)) return false;
    const all = values.flatMap((list) => list ?? []);
    return new Set(all).size === all.length;
  });
}

function tagValues(object: ObjectNode, name: string): LiteralsNode['values'] | undefined {
  const property = object.properties.find((candidate) => candidate.name === name);
  return property?.isRequired && property.node.kind === 'literals' ? property.node.values : undefined;
}

function tryAll(members: readonly SchemaNode[], hint: string, readers: Readers): string {
  const names = members.map((member, index) => readers.readerOf(member, `${hint}_${index + 1}`));
  if (names.length === 1) return `${names[0]}(value, path, problems);`;
  return `firstThatFits([${names.join(', ')}], value, path, problems);`;
}
