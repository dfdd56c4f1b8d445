/**
 * Writes the encoder of a union: it switches on the value's kind first, then on a tag if the objects have one, else on the kinds
 * of members. Tries all members that look alike, and takes the fitting one that keeps the most of the value's members.
 */
import { resolveNode, type PlainNode, type SchemaNode, type UnionNode } from '../model/schema-node.js';
import { isRevived } from '../decoders/revivals.js';
import { findTag, writeTagSwitch, type ObjectMember, type UnionTag } from '../decoders/union-tags.js';
import { declareLikeness } from '../decoders/write-likeness.js';
import { memberOf } from '../decoders/write-members.js';
import { conditionsOf, isScalar } from '../decoders/write-test.js';
import { classCondition, valueKinds } from './value-kinds.js';
import { refuseHeld, writerNameOf, type Writers } from './write-writing.js';

interface Member {
  readonly node: SchemaNode;
  readonly plain: PlainNode;
}

/** Writes the body of a writer of `node`. A value that fits no member is refused with a description of all members. */
export function writeUnionWriter(node: UnionNode, hint: string, writers: Writers): readonly string[] {
  const members = flatten(node);
  const ofKind = (...kinds: readonly PlainNode['kind'][]): readonly Member[] =>
    members.filter(({ plain }) => kinds.includes(plain.kind));
  const objects = ofKind('object') as readonly ObjectMember[];
  const tag = findTag(objects);
  const tryAll = (condition: string, members: readonly Member[]): readonly string[] =>
    members.length === 0 ? [] : [`if (${condition}) return ${callOf(members, hint, writers)}`];
  return [
    ...members.flatMap(({ plain }) => writeScalar(plain, writers)),
    ...members.flatMap((member) => writeRevived(member, hint, writers)),
    ...tryAll("isObject(value) && typeof value.toJSON === 'function'", ofKind('toJson')),
    // Beside a member that accepts anything, objects and arrays are unknown; their decoder passes them through too.
    ...(ofKind('any').length > 0 ? ['return plainJson(value, path, problems);'] : []),
    ...tryAll('value instanceof Map', ofKind('map')),
    ...tryAll('value instanceof Set', ofKind('set')),
    ...tryAll('Array.isArray(value)', ofKind('array', 'tuple')),
    ...(tag ? writeTagged(tag, hint, writers) : tryAll('isObject(value)', objects)),
    `return ${refuseHeld(node, writers)}`,
  ];
}

function flatten(node: SchemaNode): readonly Member[] {
  const plain = resolveNode(node);
  if (plain.kind === 'never') return [];
  return plain.kind === 'union' ? plain.members.flatMap(flatten) : [{ node, plain }];
}

function writeScalar(node: PlainNode, { declarations }: Writers): readonly string[] {
  if (!isScalar(node) || node.kind === 'any') return [];
  return [`if (${conditionsOf(node, 'value', declarations).join(' && ')}) return value;`];
}

function writeRevived({ node, plain }: Member, hint: string, writers: Writers): readonly string[] {
  if (!isRevived(plain)) return [];
  return [`if (${classCondition(plain, 'value')}) return ${writerNameOf(node, hint, writers)}(value, path, problems);`];
}

function writeTagged(tag: UnionTag, hint: string, writers: Writers): readonly string[] {
  const found = memberOf('value', tag.name);
  return writeTagSwitch(
    tag,
    found,
    (objects, value) => callOf(objects, `${hint}_${value}`, writers),
    (node, place) => refuseHeld(node, writers, place),
  );
}

function callOf(members: readonly Member[], hint: string, writers: Writers): string {
  const [only, ...others] = members;
  if (only && others.length === 0) return `${writers.writerOf(only.node, hint)}(value, path, problems);`;
  const { declarations } = writers;
  const pairs = members.map(({ node, plain }, index) => {
    const name = `${hint}_${index + 1}`;
    const likeness = declareLikeness(plain, name, declarations, valueKinds);
    return `[${likeness}, ${writers.writerOf(node, name)}]`;
  });
  return `bestThatFits(${declarations.declareConstant('members', `[${pairs.join(', ')}]`)}, value, path, problems);`;
}
