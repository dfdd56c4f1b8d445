/**
 * Writes the functions that test one level deep whether a value may belong to one member of a union: by its own keys, the kinds
 * of its members, and its length.
 */
import {
  isObjectMap,
  type ArrayNode,
  type PlainNode,
  type Property,
  type SchemaNode,
  type SetNode,
} from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { flattenUnion, type ValueNode } from './plain-node.js';
import { declareNames, memberOf } from './write-members.js';
import { conditionsOf } from './write-test.js';

/** The tests for the kind of a value: on the wire, or as a method holds it. */
export interface KindTests {
  /** True when an object may have members that its type does not declare. */
  readonly isOpen: boolean;
  /** Returns the condition for the kind of the value `name`; `undefined` where one level cannot decide. */
  readonly kindOf: (node: SchemaNode, name: string, declarations: Declarations) => string | undefined;
}

/** Objects, lists and scalars as in JSON; arguments have no undeclared members. */
export const wireKinds: KindTests = {
  isOpen: false,
  kindOf: (node, name, declarations) => {
    const kinds = flattenUnion(node).map(({ plain }) => wireKind(plain, name, declarations));
    if (kinds.includes(undefined)) return undefined;
    return kinds.length === 0 ? 'false' : `(${[...new Set(kinds)].join(' || ')})`;
  },
};

function wireKind(plain: ValueNode, name: string, declarations: Declarations): string | undefined {
  switch (plain.kind) {
    case 'any':
      return undefined;
    case 'literals':
    case 'null':
    case 'boolean':
      return conditionsOf(plain, name, declarations)[0];
    case 'number':
      return `typeof ${name} === 'number'`;
    case 'object':
      return `isObject(${name})`;
    case 'map':
      return isObjectMap(plain) ? `isObject(${name})` : `Array.isArray(${name})`;
    case 'array':
    case 'tuple':
    case 'set':
      return `Array.isArray(${name})`;
    default:
      return `typeof ${name} === 'string'`;
  }
}

/** Returns the name of a function `(value) => boolean` that is true for every value of the object or list type `plain`. */
export function declareLikeness(plain: PlainNode, hint: string, declarations: Declarations, tests: KindTests): string {
  const conditions = conditionsFor(plain, declarations, tests);
  const body = `(value) {\nspend(${2 + conditions.length});\nreturn ${conditions.join(' && ') || 'true'};\n}`;
  return declarations.declareFunction(`like_${hint}`, body);
}

function conditionsFor(plain: PlainNode, declarations: Declarations, tests: KindTests): readonly string[] {
  const itemAt = (node: SchemaNode, index: number, isSure: boolean): readonly string[] => {
    const kind = tests.kindOf(node, `value[${index}]`, declarations);
    if (kind === undefined) return [];
    // In values held by a method, an absent item may be undefined.
    const isAbsent = tests.isOpen ? `value[${index}] === undefined` : `value.length <= ${index}`;
    return [isSure ? kind : `(${isAbsent} || ${kind})`];
  };
  const itemBeforeEnd = (node: SchemaNode, count: number): readonly string[] => {
    const kind = tests.kindOf(node, `value[value.length - ${count}]`, declarations);
    return kind === undefined ? [] : [kind];
  };
  switch (plain.kind) {
    case 'object': {
      const isClosed = !tests.isOpen && !plain.additional && (plain.patterns ?? []).length === 0;
      const members = plain.properties.flatMap((property) => memberCondition(property, declarations, tests));
      return [...members, ...(isClosed ? [`hasOnly(value, ${declareNames(plain.properties, declarations)})`] : [])];
    }
    case 'array':
    case 'set':
      return [...(tests.isOpen && plain.kind === 'set' ? [] : lengths(plain)), ...firstItem(plain, itemAt, tests)];
    case 'tuple': {
      const most = plain.rest ? [] : [`value.length <= ${plain.items.length}`];
      const least = plain.required > 0 ? [`value.length >= ${plain.required}`] : [];
      const { tail = [], nullable = [] } = plain;
      const isSure = (index: number): boolean => index < plain.required && !nullable.includes(index);
      const first = plain.items.flatMap((item, index) => itemAt(item, index, isSure(index)));
      return [...least, ...most, ...first, ...tail.flatMap((item, index) => itemBeforeEnd(item, tail.length - index))];
    }
    default:
      return [];
  }
}

function firstItem(
  plain: ArrayNode | SetNode,
  itemAt: (node: SchemaNode, index: number, isSure: boolean) => readonly string[],
  tests: KindTests,
): readonly string[] {
  return tests.isOpen && plain.kind === 'set' ? [] : itemAt(plain.items, 0, false);
}

function lengths({ minItems, maxItems }: ArrayNode | SetNode): readonly string[] {
  return [
    ...(minItems === undefined ? [] : [`value.length >= ${minItems}`]),
    ...(maxItems === undefined ? [] : [`value.length <= ${maxItems}`]),
  ];
}

function memberCondition(
  { name, node, isRequired }: Property,
  declarations: Declarations,
  tests: KindTests,
): readonly string[] {
  const member = memberOf('value', name);
  const kind = tests.kindOf(node, member, declarations) ?? (isRequired ? `${member} !== undefined` : undefined);
  if (kind === undefined) return [];
  return [isRequired ? kind : `(${member} === undefined || ${kind})`];
}
