/**
 * Writes the readers of arrays, sets and tuples. An array of the wrong length is refused before its items are read.
 */
import type { ArrayNode, SchemaNode, SetNode, TupleNode } from '../model/schema-node.js';
import { describeUniqueItems } from './describe-node.js';
import { valueNode } from './plain-node.js';
import { canForceCollisions } from './hash-collisions.js';
import { lengthChecks, writeItems, writeTupleItems, type AllowedLength, type WriteItem } from './write-items.js';
import { writeNodeRefusal, writeReading, type Readers } from './write-reading.js';
import { isScalar } from './write-test.js';

const whole = { name: 'value', path: 'path' };

/** Writes the body of a reader of `node`. */
export function writeArrayReader(node: ArrayNode, hint: string, readers: Readers): readonly string[] {
  const items = writeItems(node.items, { start: 0, end: 'value.length', hint }, readingWith(readers));
  const check = refuseLength(node, readers, { least: node.minItems, most: node.maxItems });
  const spent = `spend(${stepsOfItem(node.items)} * value.length);`;
  if (!node.uniqueItems) return [check, spent, 'const result = [];', ...items, 'return result;'];

  const refusal = `refuseRepetition(problems, path, ${JSON.stringify(describeUniqueItems(node))}, value);`;
  return [
    check,
    spent,
    'const before = problems.length;',
    'const result = [];',
    ...items,
    `if (problems.length === before && hasDuplicates(value)) ${refusal}`,
    'return result;',
  ];
}

/** Writes the body of a reader of `node`. */
export function writeSetReader(node: SetNode, hint: string, readers: Readers): readonly string[] {
  const lines = writeArrayReader({ ...node, kind: 'array', uniqueItems: true }, hint, readers);
  const spent = canForceCollisions(node.items) ? ['spendOnHashes(result.length);'] : [];
  return [...lines.slice(0, -1), ...spent, 'return new Set(result);'];
}

/** Writes the body of a reader of `node`. */
export function writeTupleReader(node: TupleNode, hint: string, readers: Readers): readonly string[] {
  const { required, items, rest } = node;
  return [
    refuseLength(node, readers, { least: required, most: rest ? undefined : items.length }),
    `spend(5 + ${stepsOfItem(rest)} * value.length);`,
    'const result = [];',
    ...writeTupleItems(node, { length: 'value.length', hint, fill: true }, readingWith(readers)),
    'return result;',
  ];
}

function readingWith(readers: Readers): WriteItem {
  return (node, source) => writeReading(node, source, readers);
}

/** Returns the steps for one item. A scalar is checked in place; any other item is read by a function and may need its path. */
function stepsOfItem(node: SchemaNode | undefined): number {
  return node === undefined || isScalar(valueNode(node)) ? 1 : 5;
}

function refuseLength(node: SchemaNode, { declarations }: Readers, allowed: AllowedLength): string {
  const isWrong = ['!Array.isArray(value)', ...lengthChecks('value.length', allowed)].join(' || ');
  return `if (${isWrong}) return ${writeNodeRefusal(node, whole, declarations)}`;
}
