/**
 * The doc tags that narrow a type: the form of their values, and their effect on the type.
 */
import type {
  ArrayNode,
  Definition,
  MapNode,
  ObjectNode,
  PlainNode,
  RefNode,
  SchemaNode,
  SetNode,
  TupleNode,
  UnionNode,
} from '../../model/schema-node.js';
import { matchesNothing } from '../../patterns/matches-nothing.js';
import { isPattern } from './fits-text.js';

/** A value that a constraint tag can have. */
export type ConstraintValue = string | number | boolean;

/** The format of secrets, which forms and clients hide. */
export const secretFormat = 'password';

/** The constraint that one tag sets. */
export interface Constraint {
  readonly kind: 'string' | 'number' | 'array';
  /** The node's field. */
  readonly field: string;
  /** The allowed values of the tag, as a phrase for the message. */
  readonly expects: string;
  readonly readValue: (text: string) => ConstraintValue | undefined;
  /** True when the constraint of a list, map or object applies to all texts within it. */
  readonly isDeep?: boolean;
}

/** The fields that allow a range: the low bound and the high one. */
const orderedFields = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

const constraints: ReadonlyMap<string, Constraint> = new Map([
  ['minimum', numeric('minimum')],
  ['maximum', numeric('maximum')],
  ['exclusiveMinimum', numeric('exclusiveMinimum')],
  ['exclusiveMaximum', numeric('exclusiveMaximum')],
  ['multipleOf', { ...numeric('multipleOf'), expects: 'a number above 0', readValue: readPositive }],
  ['integer', { kind: 'number', field: 'multipleOf', expects: 'nothing after it', readValue: readInteger }],
  ['minLength', counting('string', 'minLength')],
  ['maxLength', counting('string', 'maxLength')],
  [
    'pattern',
    {
      kind: 'string',
      field: 'pattern',
      expects: 'a regular expression that some text matches; what follows it on the line is a part of it',
      readValue: readPattern,
    },
  ],
  ['format', { kind: 'string', field: 'format', expects: 'one word, such as email', readValue: readWord }],
  ['secret', { kind: 'string', field: 'format', expects: 'nothing after it', readValue: readSecret, isDeep: true }],
  ['minItems', counting('array', 'minItems')],
  ['maxItems', counting('array', 'maxItems')],
  ['uniqueItems', { kind: 'array', field: 'uniqueItems', expects: 'nothing, true or false', readValue: readFlag }],
]);

/** Returns the constraint that a tag states; `undefined` for other tags. */
export function findConstraint(tag: string): Constraint | undefined {
  return constraints.get(tag);
}

/**
 * Returns the node with the constraint on every branch that it fits, beside those that are there: of two bounds the narrower one.
 * `undefined` when it fits none. A narrowed type is no longer
 * the named one, so its reference is replaced by a copy, and for a recursive type by a type of the same name.
 */
export function constrain(node: SchemaNode, constraint: Constraint, value: ConstraintValue): SchemaNode | undefined {
  switch (node.kind) {
    case constraint.kind: {
      const joined = joinValues(constraint, valueIn(node, constraint), value);
      return joined === undefined ? undefined : { ...node, [constraint.field]: joined };
    }
    case 'url':
    case 'bytes':
      return constraint.isDeep ? { ...node, isSecret: true } : undefined;
    case 'array':
    case 'tuple':
    case 'map':
    case 'object':
      return constraint.isDeep ? constrainParts(node, constraint, value) : undefined;
    case 'date':
      return constraint.field === 'format' && (value === 'date' || value === 'date-time')
        ? { ...node, format: value }
        : undefined;
    case 'set':
      return constrainSet(node, constraint, value);
    case 'toJson': {
      const inner = constrain(node.node, constraint, value);
      return inner && { ...node, node: inner };
    }
    case 'ref':
      return constrainNamed(node, constraint, value);
    case 'union':
      return constrainUnion(node, constraint, value);
    default:
      return undefined;
  }
}

/** Returns the fields that together allow nothing, if any: one low bound and one high. */
export function findContradiction(node: SchemaNode): readonly [low: string, high: string] | undefined {
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'array':
    case 'set':
      return orderedFields.find(([low, high]) => isAbove(node, low, high));
    case 'toJson':
      return findContradiction(node.node);
    case 'union':
      return node.members.map(findContradiction).find((found) => found !== undefined);
    default:
      return undefined;
  }
}

/**
 * Returns the value that the node already has for the constraint, if a schema cannot hold both: another pattern, or another format. The
 * format of a secret takes the place of others.
 */
export function findConflict(
  node: SchemaNode,
  constraint: Constraint,
  value: ConstraintValue,
): ConstraintValue | undefined {
  if (node.kind === 'ref')
    return node.definition.isRecursive ? undefined : findConflict(node.definition.node, constraint, value);
  if (node.kind === 'union')
    return node.members
      .map((member) => findConflict(member, constraint, value))
      .find((conflict) => conflict !== undefined);
  if (node.kind === 'toJson') return findConflict(node.node, constraint, value);
  if (node.kind !== constraint.kind) return undefined;
  const before = valueIn(node, constraint);
  return joinValues(constraint, before, value) === undefined ? before : undefined;
}

/** Returns one value that holds both; `undefined` if there is none. */
function joinValues(
  { field, isDeep }: Constraint,
  before: ConstraintValue | undefined,
  value: ConstraintValue,
): ConstraintValue | undefined {
  if (before === undefined || before === value || isDeep) return value;
  if (before === secretFormat) return before;
  if (field === 'multipleOf') return commonMultiple(Number(before), Number(value));
  if (typeof before === 'boolean') return before || value;
  if (typeof before === 'string' || typeof value !== 'number') return undefined;
  return lowBounds.has(field) ? Math.max(before, value) : Math.min(before, value);
}

const lowBounds: ReadonlySet<string> = new Set(orderedFields.map(([low]) => low));

function valueIn(node: SchemaNode, { field }: Constraint): ConstraintValue | undefined {
  const value: unknown = Reflect.get(node, field);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** Returns the least number that is a multiple of both, if it is one of them or both are whole. */
function commonMultiple(one: number, other: number): number | undefined {
  const [small, large] = one < other ? [one, other] : [other, one];
  if (Number.isInteger(large / small)) return large;
  if (!Number.isInteger(one) || !Number.isInteger(other)) return undefined;
  let [divisor, rest] = [large, small];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  const multiple = (one / divisor) * other;
  return Number.isSafeInteger(multiple) ? multiple : undefined;
}

/** Returns the recursive branches, whose content is known only when reading is complete. */
export function recursiveRefsOf(node: SchemaNode): readonly RefNode[] {
  if (node.kind === 'ref') return node.definition.isRecursive ? [node] : [];
  if (node.kind === 'union') return node.members.flatMap(recursiveRefsOf);
  return node.kind === 'toJson' ? recursiveRefsOf(node.node) : [];
}

/** Returns whether the type, and every member of a union, is recursive. */
export function isRecursiveAlone(node: SchemaNode): boolean {
  const { length } = node.kind === 'union' ? node.members : [node];
  return recursiveRefsOf(node).length === length;
}

function isAbove(node: SchemaNode, low: string, high: string): boolean {
  const [from, to] = [fieldOf(node, low), fieldOf(node, high)];
  if (from === undefined || to === undefined) return false;
  return low.startsWith('exclusive') || high.startsWith('exclusive') ? from >= to : from > to;
}

function fieldOf(node: SchemaNode, field: string): number | undefined {
  const value: unknown = Reflect.get(node, field);
  return typeof value === 'number' ? value : undefined;
}

/** Constrains a set; its values are unique already, so that constraint changes nothing. */
function constrainSet(node: SetNode, constraint: Constraint, value: ConstraintValue): SchemaNode | undefined {
  if (constraint.isDeep) return constrainParts(node, constraint, value);
  if (constraint.kind !== 'array') return undefined;
  if (constraint.field === 'uniqueItems') return value === true ? node : undefined;
  return { ...node, [constraint.field]: joinValues(constraint, valueIn(node, constraint), value) };
}

/** Constrains a union; leaves a recursive branch unchanged beside one that the constraint certainly fits. */
function constrainUnion(node: UnionNode, constraint: Constraint, value: ConstraintValue): SchemaNode | undefined {
  const isKnown = (member: SchemaNode): boolean => recursiveRefsOf(member).length === 0;
  const members = node.members.map((member) => constrain(member, constraint, value));
  if (members.every((member) => member === undefined)) return undefined;
  const hasKnown = members.some((member) => member !== undefined && isKnown(member));
  return {
    ...node,
    members: node.members.map((member, index) => (hasKnown && !isKnown(member) ? member : (members[index] ?? member))),
  };
}

/** Constrains every part that the constraint fits; `undefined` when it fits none. */
function constrainParts(
  node: ArrayNode | TupleNode | SetNode | MapNode | ObjectNode,
  constraint: Constraint,
  value: ConstraintValue,
): SchemaNode | undefined {
  let hasFound = false;
  const part = (inner: SchemaNode): SchemaNode => {
    const constrained = constrain(inner, constraint, value);
    hasFound ||= constrained !== undefined;
    return constrained ?? inner;
  };
  const result = mapParts(node, part);
  return hasFound ? result : undefined;
}

function mapParts(
  node: ArrayNode | TupleNode | SetNode | MapNode | ObjectNode,
  part: (inner: SchemaNode) => SchemaNode,
): SchemaNode {
  switch (node.kind) {
    case 'array':
    case 'set':
      return { ...node, items: part(node.items) };
    case 'map':
      return { ...node, values: part(node.values) };
    case 'tuple': {
      const { items, rest, tail } = node;
      const others = { ...(rest && { rest: part(rest) }), ...(tail && { tail: tail.map(part) }) };
      return { ...node, items: items.map(part), ...others };
    }
    case 'object': {
      const { properties, additional, patterns } = node;
      const withPart = <Holder extends { readonly node: SchemaNode }>(holder: Holder): Holder => ({
        ...holder,
        node: part(holder.node),
      });
      const others = {
        ...(additional && { additional: part(additional) }),
        ...(patterns && { patterns: patterns.map(withPart) }),
      };
      return { ...node, properties: properties.map(withPart), ...others };
    }
  }
}

function constrainNamed(node: RefNode, constraint: Constraint, value: ConstraintValue): SchemaNode | undefined {
  const { definition, documentation } = node;
  if (definition.isRecursive) return { ...node, definition: constrainRecursive(definition, constraint, value) };
  const constrained = constrain(definition.node, constraint, value);
  if (!constrained || !documentation) return constrained;
  return { ...constrained, documentation: { ...constrained.documentation, ...documentation } };
}

/** Copies of recursive types for a constraint that descends into them: within its copy, a type refers to the copy. */
const deepCopies = new WeakMap<Definition, Map<Constraint, Definition>>();

function constrainRecursive(definition: Definition, constraint: Constraint, value: ConstraintValue): Definition {
  if (!constraint.isDeep) return constrainLater(definition, constraint, value);
  const copies = deepCopies.get(definition) ?? new Map<Constraint, Definition>();
  deepCopies.set(definition, copies);
  const copy = copies.get(constraint) ?? constrainLater(definition, constraint, value);
  copies.set(constraint, copy);
  // A copy is constrained already.
  deepCopies.set(copy, copies);
  return copy;
}

/** Constrains a type whose parts are known only when it has been read completely. */
function constrainLater(definition: Definition, constraint: Constraint, value: ConstraintValue): Definition {
  let node: PlainNode | undefined;
  return {
    name: definition.name,
    isRecursive: true,
    get node() {
      return (node ??= plainOf(constrain(definition.node, constraint, value)) ?? definition.node);
    },
  };
}

function plainOf(node: SchemaNode | undefined): PlainNode | undefined {
  return node?.kind === 'ref' ? node.definition.node : node;
}

function numeric(field: string): Constraint {
  return { kind: 'number', field, expects: 'a number', readValue: readNumber };
}

function counting(kind: 'string' | 'array', field: string): Constraint {
  return { kind, field, expects: 'a whole number, 0 or more', readValue: readCount };
}

function readNumber(text: string): number | undefined {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : undefined;
}

function readPositive(text: string): number | undefined {
  const value = readNumber(text);
  return value !== undefined && value > 0 ? value : undefined;
}

function readCount(text: string): number | undefined {
  const value = readNumber(text);
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function readInteger(text: string): number | undefined {
  return text === '' ? 1 : undefined;
}

function readWord(text: string): string | undefined {
  return /^[A-Za-z][\w.-]*$/.test(text) ? text : undefined;
}

function readSecret(text: string): string | undefined {
  return text === '' ? secretFormat : undefined;
}

function readFlag(text: string): boolean | undefined {
  if (text === '' || text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function readPattern(text: string): string | undefined {
  return text !== '' && isPattern(text) && !matchesNothing(text) ? text : undefined;
}
