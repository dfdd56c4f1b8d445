/**
 * Writes the JavaScript that reads one value of a type: scalars are checked in place, all other types use a reader function. It
 * does not know how reader functions are made.
 */
import type { SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { describeNode } from './describe-node.js';
import { flattenUnion, valueNode, type ValueNode } from './plain-node.js';
import { isRevived, revivalOf } from './revivals.js';
import { conditionsOf, isScalar, negationOf } from './write-test.js';

/** Makes functions `(value, path, problems)` that check a value and return a fresh copy of it. */
export interface Readers {
  readonly declarations: Declarations;
  /** Returns the name of the function that reads `node`; `hint` is the preferred name. */
  readonly readerOf: (node: SchemaNode, hint: string) => string;
}

/** The location of a value: the variable `name`. `path` is the JavaScript expression of its path, `hint` names its readers. */
export interface Source {
  readonly name: string;
  readonly path: string;
  readonly hint: string;
}

/** Statements that refuse wrong values, and the expression of the value read. */
export interface Reading {
  readonly statements: readonly string[];
  readonly result: string;
}

/** Writes the statements that read the value in `source` as `node`. */
export function writeReading(node: SchemaNode, source: Source, readers: Readers): Reading {
  const { name, path, hint } = source;
  const plain = valueNode(node);
  if (isRevived(plain)) return { statements: [], result: `${revivalOf(plain).read}(${name}, ${path}, problems)` };
  if (!isScalar(plain)) {
    return { statements: [], result: `${readers.readerOf(node, hint)}(${name}, ${path}, problems)` };
  }

  const failed = negationOf(conditionsOf(plain, name, readers.declarations));
  return { statements: [`if (${failed}) ${writeNodeRefusal(plain, source, readers.declarations)}`], result: name };
}

/**
 * Writes the statement that refuses the value in `source` because it is not of the type `node`: with the number where a number
 * was expected, with the truth value where one of the two was, with a length where one is bounded, and with the choice that looks most like the value.
 */
export function writeNodeRefusal(
  node: SchemaNode,
  source: Pick<Source, 'name' | 'path'>,
  declarations: Declarations,
): string {
  return writeRefusalOf(node, describeNode(node), source, declarations);
}

/** Does the same with the expectation `expected`, which may say more than the type. */
export function writeRefusalOf(
  node: SchemaNode,
  expected: string,
  source: Pick<Source, 'name' | 'path'>,
  declarations: Declarations,
): string {
  const { name, path } = source;
  const given = `problems, ${path}, ${JSON.stringify(expected)}, ${name}`;
  const members = flattenUnion(node).map(({ plain }) => plain);
  const literals = members.flatMap((member) => (member.kind === 'literals' ? member.values : []));
  const saysBooleans = literals.some((value) => typeof value === 'boolean');
  const choices = literals.filter((value) => typeof value === 'string');
  if (choices.length > 0) {
    const names = declarations.declareConstant(
      'values',
      `new Set([${choices.map((value) => JSON.stringify(value)).join(', ')}])`,
    );
    return `refuseChoice(${given}, ${names}${saysBooleans ? ', true' : ''});`;
  }
  if (saysBooleans) return `refuseLiteral(${given}, true);`;
  const isNumeric = literals.length > 0 || members.some(({ kind }) => kind === 'number');
  if (isNumeric) return `refuseNumber(${given});`;
  const bounded = members.filter(isBounded);
  if (bounded.length === 0) return writeRefusal(expected, source);
  const kinds = new Set(bounded.map(({ kind }) => (kind === 'string' ? 'string' : 'array')));
  return `refuseLength(${given}${kinds.size === 1 ? `, ${JSON.stringify([...kinds][0])}` : ''});`;
}

function isBounded(node: ValueNode): boolean {
  if (node.kind === 'string') return node.minLength !== undefined || node.maxLength !== undefined;
  if (node.kind === 'array' || node.kind === 'set') return node.minItems !== undefined || node.maxItems !== undefined;
  return node.kind === 'tuple';
}

/** Writes the statement that refuses the value in `source`; it returns `undefined`. */
export function writeRefusal(expected: string, { name, path }: Pick<Source, 'name' | 'path'>): string {
  return `refuse(problems, ${path}, ${JSON.stringify(expected)}, ${name});`;
}
