/**
 * The helpers of the generated code that check and convert values that are text on the wire and objects in the method.
 */
import type { BigIntNode, BytesNode, DateNode, RegExpNode, SchemaNode, UrlNode } from '../model/schema-node.js';

/** A type whose values are text on the wire and objects in the method. */
export type RevivedNode = DateNode | UrlNode | RegExpNode | BigIntNode | BytesNode;

/** Names of helpers. */
export interface Revival {
  /** `(text) => boolean` */
  readonly check: string;
  /** `(text) => object`, for text that passed the check. */
  readonly convert: string;
  /** `(value, path, problems) => object`; refuses what does not fit. */
  readonly read: string;
}

const kinds: ReadonlySet<SchemaNode['kind']> = new Set<RevivedNode['kind']>([
  'date',
  'url',
  'regexp',
  'bigint',
  'bytes',
]);

/** All helpers, each with its type. */
export const revivals: readonly (readonly [RevivedNode, Revival])[] = [
  [{ kind: 'date' }, { check: 'isDateTime', convert: 'toDate', read: 'readDateTime' }],
  [
    { kind: 'date', format: 'date' },
    { check: 'isDate', convert: 'toDay', read: 'readDay' },
  ],
  [{ kind: 'url' }, { check: 'isUrl', convert: 'toUrl', read: 'readUrl' }],
  [{ kind: 'regexp' }, { check: 'isRegex', convert: 'toRegExp', read: 'readRegExp' }],
  [{ kind: 'bigint' }, { check: 'isWholeNumber', convert: 'BigInt', read: 'readBigInt' }],
  [
    { kind: 'bytes', as: 'Uint8Array' },
    { check: 'isBase64', convert: 'toBytes', read: 'readBytes' },
  ],
  [
    { kind: 'bytes', as: 'Buffer' },
    { check: 'isBase64', convert: 'toBuffer', read: 'readBuffer' },
  ],
  [
    { kind: 'bytes', as: 'ArrayBuffer' },
    { check: 'isBase64', convert: 'toArrayBuffer', read: 'readArrayBuffer' },
  ],
];

const byKey = new Map(revivals.map(([node, revival]) => [keyOf(node), revival]));

/** Returns whether values of the type are revived from text. */
export function isRevived(node: SchemaNode): node is RevivedNode {
  return kinds.has(node.kind);
}

/** Returns the helpers for values of the type. */
export function revivalOf(node: RevivedNode): Revival {
  // Sound: the table has a row for every kind and variant.
  return byKey.get(keyOf(node)) as Revival;
}

function keyOf(node: RevivedNode): string {
  if (node.kind === 'date') return node.format ?? 'date-time';
  return node.kind === 'bytes' ? node.as : node.kind;
}
