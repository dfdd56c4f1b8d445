/**
 * Writes the JavaScript that writes one value of a type as JSON: scalars are checked in place, all other types use a function. It
 * does not know how those functions are made.
 */
import { resolveNode, type SchemaNode } from '../model/schema-node.js';
import type { Declarations } from '../decoders/declarations.js';
import { describeHeld } from '../decoders/describe-node.js';
import { isRevived, type RevivedNode } from '../decoders/revivals.js';
import { writeRefusalOf, type Reading, type Source } from '../decoders/write-reading.js';
import { conditionsOf, isScalar, negationOf } from '../decoders/write-test.js';

/** Makes functions `(value, path, problems)` that check a method's return value and return its JSON. */
export interface Writers {
  readonly declarations: Declarations;
  /** Returns the name of the function that writes `node`; `hint` is the preferred name. */
  readonly writerOf: (node: SchemaNode, hint: string) => string;
}

/** Writes the statements that write the value in `source` as `node`. */
export function writeWriting(node: SchemaNode, source: Source, writers: Writers): Reading {
  const { name, path } = source;
  const plain = resolveNode(node);
  if (!isScalar(plain) || plain.kind === 'any') {
    return { statements: [], result: `${writerNameOf(node, source.hint, writers)}(${name}, ${path}, problems)` };
  }
  const failed = negationOf(conditionsOf(plain, name, writers.declarations));
  return { statements: [`if (${failed}) ${refuseHeld(plain, writers, source)}`], result: name };
}

/** Writes the statement that refuses a value because the method's type is another; by default the value of a whole function. */
export function refuseHeld(
  node: SchemaNode,
  { declarations }: Writers,
  source: Pick<Source, 'name' | 'path'> = { name: 'value', path: 'path' },
): string {
  return writeRefusalOf(node, describeHeld(node), source, declarations);
}

/** Returns the name of the function that writes `node`, a helper if there is one. */
export function writerNameOf(node: SchemaNode, hint: string, writers: Writers): string {
  const plain = resolveNode(node);
  if (plain.kind === 'any') return 'plainJson';
  return isRevived(plain) ? textHelperOf(plain) : writers.writerOf(node, hint);
}

function textHelperOf(node: RevivedNode): string {
  switch (node.kind) {
    case 'date':
      return node.format === 'date' ? 'dayText' : 'dateTimeText';
    case 'url':
      return 'urlText';
    case 'regexp':
      return 'regExpText';
    case 'bigint':
      return 'bigIntText';
    case 'bytes':
      return node.as === 'ArrayBuffer' ? 'bufferText' : 'bytesText';
  }
}
