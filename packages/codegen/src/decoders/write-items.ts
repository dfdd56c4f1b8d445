/**
 * Writes the statements that iterate over the items of arrays and tuples, for any operation on an item.
 */
import type { SchemaNode, TupleNode } from '../model/schema-node.js';
import type { Reading, Source } from './write-reading.js';

/** The expression of an item's path, in a loop over `index`. */
export const itemPath = "path + '[' + index + ']'";

/** Writes the statements for one item, and the expression of its result. */
export type WriteItem = (node: SchemaNode, source: Source) => Reading;

/** The items from `start` up to `end`, an expression. */
export interface ItemRange {
  readonly start: number;
  readonly end: string;
  readonly hint: string;
}

/** Writes statements that put each item of the range into `result`. */
export function writeItems(node: SchemaNode, { start, end, hint }: ItemRange, write: WriteItem): readonly string[] {
  return [
    `for (let index = ${start}; index < ${end} && problems.length < maxProblems; index++) {`,
    'const $item = value[index];',
    ...pushed(write(node, { name: '$item', path: itemPath, hint: `${hint}_item` })),
    '}',
  ];
}

/** The items of a tuple up to `length`, an expression. */
export interface TupleRange {
  readonly length: string;
  readonly hint: string;
  /** True when missing items up to the least length of the method's tuple become undefined. */
  readonly fill?: boolean;
}

/** Writes statements that put each item of a tuple into `result`; the length is checked before. */
export function writeTupleItems(
  node: TupleNode,
  { length, hint, fill }: TupleRange,
  write: WriteItem,
): readonly string[] {
  const { required, items, rest, tail = [], leastLength = 0 } = node;
  const end = tail.length === 0 ? length : `${length} - ${tail.length}`;
  return [
    ...items.flatMap((item, index) => {
      const source = { name: `$${index}`, path: `path + '[${index}]'`, hint: `${hint}_${index}` };
      const lines = [`const $${index} = value[${index}];`, ...pushed(write(item, source))];
      if (index < required) return lines;
      const missing = fill && index < leastLength ? ['else result.push(undefined);'] : [];
      return [`if (${length} > ${index}) {`, ...lines, '}', ...missing];
    }),
    ...(rest ? writeItems(rest, { start: items.length, end, hint }, write) : []),
    ...tail.flatMap((item, index) => writeTailItem(item, tail.length - index, hint, write)),
  ];
}

function writeTailItem(node: SchemaNode, beforeEnd: number, hint: string, write: WriteItem): readonly string[] {
  const name = `$last${beforeEnd}`;
  const at = `value.length - ${beforeEnd}`;
  const source = { name, path: `path + '[' + (${at}) + ']'`, hint: `${hint}_last${beforeEnd}` };
  return [`const ${name} = value[${at}];`, ...pushed(write(node, source))];
}

/** Writes statements that push the result of an item to `result`. */
export function pushed({ statements, result }: Reading): readonly string[] {
  return [...statements, `result.push(${result});`];
}

/** The lengths that a list may have. */
export interface AllowedLength {
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

/** Returns the conditions for a wrong length, as expressions. */
export function lengthChecks(length: string, { least = 0, most }: AllowedLength): readonly string[] {
  return [...(least > 0 ? [`${length} < ${least}`] : []), ...(most === undefined ? [] : [`${length} > ${most}`])];
}
