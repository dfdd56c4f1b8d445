/**
 * Writes the JavaScript conditions that scalar types impose on a value.
 */
import type { LiteralsNode, NumberNode, SchemaNode, StringNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { formatChecks } from './format-helpers.js';
import { writePatternTest } from './write-pattern.js';

/** Longer lists of values are looked up in a set. */
const maxComparisons = 6;

const scalars = ['any', 'never', 'string', 'number', 'boolean', 'null', 'literals'] as const;

const scalarKinds: ReadonlySet<SchemaNode['kind']> = new Set(scalars);

/** A type whose values are the same on the wire and in the method, and have no inner parts to check. */
export type ScalarNode = Extract<SchemaNode, { kind: (typeof scalars)[number] }>;

/** Distinguishes scalars from types that need their own reader. */
export function isScalar(node: SchemaNode): node is ScalarNode {
  return scalarKinds.has(node.kind);
}

/** Returns the conditions for a JSON value `name` of the type, all of which must hold; the first checks its kind. */
export function conditionsOf(node: ScalarNode, name: string, declarations: Declarations): readonly string[] {
  switch (node.kind) {
    case 'any':
      return [`${name} !== undefined`];
    case 'string':
      return stringConditions(node, name, declarations);
    case 'number':
      return numberConditions(node, name);
    case 'boolean':
      return [`typeof ${name} === 'boolean'`];
    case 'null':
      return [`${name} === null`];
    case 'never':
      return ['false'];
    case 'literals':
      return [literalsCondition(node.values, name, declarations)];
  }
}

/** Returns one expression that is true if any of `conditions` fails. */
export function negationOf(conditions: readonly string[]): string {
  const [only] = conditions;
  if (conditions.length === 1 && only?.endsWith(' !== undefined')) return only.replace(' !== ', ' === ');
  if (conditions.length === 1 && only && !only.includes(' || ') && only.includes(' === ')) {
    return only.replace(' === ', ' !== ');
  }
  if (only === 'false') return 'true';
  return conditions.length === 1 && only && /^[\w.]+\([^()]*\)$/.test(only)
    ? `!${only}`
    : `!(${conditions.join(' && ')})`;
}

function stringConditions(node: StringNode, name: string, declarations: Declarations): readonly string[] {
  const conditions = [`typeof ${name} === 'string'`];
  if (node.minLength !== undefined) conditions.push(leastLength(name, node.minLength));
  if (node.maxLength !== undefined) conditions.push(mostLength(name, node.maxLength));
  if (node.pattern !== undefined) {
    conditions.push(writePatternTest(node.pattern, name, declarations));
  }
  const check = node.format === undefined ? undefined : formatChecks.get(node.format);
  if (check) conditions.push(`${check}(${name})`);
  return conditions;
}

/** Counts code points only in texts about as long as the bound: a code point is one or two units of `length`. */
function leastLength(name: string, least: number): string {
  if (least < 2) return `${name}.length >= ${least}`;
  return `(${name}.length >= ${2 * least} || (${name}.length >= ${least} && codePoints(${name}) >= ${least}))`;
}

function mostLength(name: string, most: number): string {
  return `(${name}.length <= ${most} || (${name}.length <= ${2 * most} && codePoints(${name}) <= ${most}))`;
}

function numberConditions(node: NumberNode, name: string): readonly string[] {
  const conditions = [node.multipleOf === 1 ? `Number.isInteger(${name})` : `Number.isFinite(${name})`];
  if (node.minimum !== undefined) conditions.push(`${name} >= ${node.minimum}`);
  if (node.maximum !== undefined) conditions.push(`${name} <= ${node.maximum}`);
  if (node.exclusiveMinimum !== undefined) conditions.push(`${name} > ${node.exclusiveMinimum}`);
  if (node.exclusiveMaximum !== undefined) conditions.push(`${name} < ${node.exclusiveMaximum}`);
  if (node.multipleOf !== undefined && node.multipleOf !== 1) {
    conditions.push(`isMultipleOf(${name}, ${node.multipleOf})`);
  }
  return conditions;
}

function literalsCondition(values: LiteralsNode['values'], name: string, declarations: Declarations): string {
  const words = values.map((value) => JSON.stringify(value));
  if (words.length === 1) return `${name} === ${words[0]}`;
  if (words.length <= maxComparisons) return `(${words.map((word) => `${name} === ${word}`).join(' || ')})`;
  return `${declarations.declareConstant('values', `new Set([${words.join(', ')}])`)}.has(${name})`;
}
