/**
 * The doc tags that narrow a type: which branch each fits, and how its value is written.
 */
import type { SchemaNode } from '../model/schema-node.js';

/** A value that a constraint tag can have. */
export type ConstraintValue = string | number | boolean;

interface Constraint {
  readonly kind: 'string' | 'number' | 'array';
  /** The node's field. */
  readonly field: string;
  /** What the value must be, for the message. */
  readonly expects: string;
  readonly readValue: (text: string) => ConstraintValue | undefined;
}

const constraints: ReadonlyMap<string, Constraint> = new Map([
  ['minimum', numeric('minimum')],
  ['maximum', numeric('maximum')],
  ['exclusiveMinimum', numeric('exclusiveMinimum')],
  ['exclusiveMaximum', numeric('exclusiveMaximum')],
  ['multipleOf', { ...numeric('multipleOf'), expects: 'a number above 0', readValue: readPositive }],
  ['integer', { kind: 'number', field: 'multipleOf', expects: 'nothing after it', readValue: readInteger }],
  ['minLength', counting('string', 'minLength')],
  ['maxLength', counting('string', 'maxLength')],
  ['pattern', { kind: 'string', field: 'pattern', expects: 'a regular expression', readValue: readPattern }],
  ['format', { kind: 'string', field: 'format', expects: 'one word, such as email', readValue: readWord }],
  ['minItems', counting('array', 'minItems')],
  ['maxItems', counting('array', 'maxItems')],
  ['uniqueItems', { kind: 'array', field: 'uniqueItems', expects: 'nothing, true or false', readValue: readFlag }],
]);

/** Pairs of which the first may not be above the second. */
export const orderedConstraints = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** The constraint that a tag states; tags that state none have none. */
export function findConstraint(tag: string): Constraint | undefined {
  return constraints.get(tag);
}

/** The node with the constraint on every branch that it fits; `undefined` when it fits none. */
export function constrain(node: SchemaNode, constraint: Constraint, value: ConstraintValue): SchemaNode | undefined {
  if (node.kind === constraint.kind) return { ...node, [constraint.field]: value };
  if (node.kind === 'date') return constraint.field === 'format' && value === 'date-time' ? node : undefined;
  if (node.kind !== 'union') return undefined;

  const members = node.members.map((member) => constrain(member, constraint, value));
  if (members.every((member) => member === undefined)) return undefined;
  return {
    ...node,
    members: members.map((member, index) => member ?? node.members[index]).filter((member) => member !== undefined),
  };
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

function readFlag(text: string): boolean | undefined {
  if (text === '' || text === 'true') return true;
  return text === 'false' ? false : undefined;
}

function readPattern(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    new RegExp(text, 'u');
    return text;
  } catch {
    // Not a regular expression: the caller reports the tag.
    return undefined;
  }
}
