/**
 * Writes the JavaScript that reads one value of a type: scalars are checked in place, all other types use a reader function. It
 * does not know how reader functions are made.
 */
import type { SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { describeNode } from './describe-node.js';
import { valueNode } from './plain-node.js';
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
  return { statements: [`if (${failed}) ${writeRefusal(describeNode(plain), source)}`], result: name };
}

/** Writes the statement that refuses the value in `source`; it returns `undefined`. */
export function writeRefusal(expected: string, { name, path }: Pick<Source, 'name' | 'path'>): string {
  return `refuse(problems, ${path}, ${JSON.stringify(expected)}, ${name});`;
}
