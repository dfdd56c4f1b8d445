/**
 * Writes the reader of a union: it switches on the value's kind first, then on a tag if the objects have one, else on own keys
 * and the kinds of members. Members are tried one after the other only where several look alike.
 */
import { isObjectMap, type UnionNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { flattenUnion, membersOfKind, valueNode, type UnionMember, type ValueNode } from './plain-node.js';
import { isRevived, revivalOf } from './revivals.js';
import { findTag, writeTagSwitch, type UnionTag } from './union-tags.js';
import { writeNodeRefusal, type Readers } from './write-reading.js';
import { declareNames } from './write-members.js';
import { declareLikeness, wireKinds } from './write-likeness.js';
import { conditionsOf, isScalar } from './write-test.js';

/** Writes the body of a reader of `node`. A value that fits no member is refused with a description of all members. */
export function writeUnionReader(node: UnionNode, hint: string, readers: Readers): readonly string[] {
  const members = flattenUnion(node);
  const maps = membersOfKind(members, ['map']);
  const objects = membersOfKind(members, ['object']);
  const objectMaps = maps.filter(({ plain }) => isObjectMap(plain));
  const pairMaps = maps.filter(({ plain }) => !isObjectMap(plain));
  const arrays = [...membersOfKind(members, ['array', 'tuple', 'set']), ...pairMaps];
  const tag = objectMaps.length === 0 ? findTag(objects) : undefined;
  const tagged = tag && writeTagged(tag, hint, readers);
  return [
    ...byPrecision(members).flatMap(({ plain }) => writeScalar(plain, readers)),
    ...(tagged ?? tryAll('isObject(value)', [...objects, ...objectMaps], hint, readers)),
    ...tryAll('Array.isArray(value)', arrays, hint, readers),
    `return ${writeNodeRefusal(node, { name: 'value', path: 'path' }, readers.declarations)}`,
  ];
}

/** The order for text with several meanings, rarest first: in `string | Date`, a valid date becomes a Date. */
const precisions: readonly (readonly ValueNode['kind'][])[] = [
  ['literals'],
  ['date'],
  ['url'],
  ['bigint'],
  ['string', 'number', 'boolean', 'null'],
  ['regexp', 'bytes'],
  ['any'],
];

function byPrecision(members: readonly UnionMember[]): readonly UnionMember[] {
  return precisions.flatMap((kinds) => membersOfKind(members, kinds));
}

function writeScalar(node: ValueNode, { declarations }: Readers): readonly string[] {
  if (isRevived(node)) {
    const { check, convert } = revivalOf(node);
    return [`if (typeof value === 'string' && ${check}(value)) return ${convert}(value);`];
  }
  if (!isScalar(node)) return [];
  return [`if (${conditionsOf(node, 'value', declarations).join(' && ')}) return value;`];
}

function writeTagged(tag: UnionTag, hint: string, readers: Readers): readonly string[] {
  const found = `own(value, ${JSON.stringify(tag.name)})`;
  return writeTagSwitch(
    tag,
    found,
    (objects, value) => callOf(objects, `${hint}_${value}`, readers),
    (node, place) => writeNodeRefusal(node, place, readers.declarations),
  );
}

function tryAll(condition: string, members: readonly UnionMember[], hint: string, readers: Readers): readonly string[] {
  return members.length === 0 ? [] : [`if (${condition}) return ${callOf(members, hint, readers)}`];
}

function callOf(members: readonly UnionMember[], hint: string, readers: Readers): string {
  const [only, ...others] = members;
  if (only && others.length === 0) return `${readers.readerOf(only.node, hint)}(value, path, problems);`;
  const { declarations } = readers;
  const pairs = members.map(({ node, plain }, index) => {
    const name = `${hint}_${index + 1}`;
    const likeness = declareLikeness(plain, name, declarations, wireKinds);
    return `[${[likeness, readers.readerOf(node, name), ...namesOf(plain, declarations)].join(', ')}]`;
  });
  return `readMember(${declarations.declareConstant('members', `[${pairs.join(', ')}]`)}, value, path, problems);`;
}

/** Returns the names of a closed object's members and the required ones, by which a mixture of several objects is recognised. */
function namesOf(plain: ValueNode, declarations: Declarations): readonly string[] {
  if (plain.kind !== 'object' || plain.additional || (plain.patterns ?? []).length > 0) return [];
  const present = plain.properties.filter(({ node }) => valueNode(node).kind !== 'never');
  const required = present.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return [declareNames(present, declarations), JSON.stringify(required)];
}
