/**
 * Writes the readers of arrays, sets and tuples. An array of the wrong length is refused without a look at its items.
 */
import type { ArrayNode, SchemaNode, SetNode, TupleNode } from '../model/schema-node.js';
import { describeNode, describeUniqueItems } from './describe-node.js';
import { valueNode } from './plain-node.js';
import { isHashedByNumber } from './hashed-by-number.js';
import { writeReading, writeRefusal, type Readers } from './write-reading.js';
import { isScalar } from './write-test.js';

const whole = { name: 'value', path: 'path' };

/** The body of a reader of `node`. */
export function writeArrayReader(node: ArrayNode, hint: string, readers: Readers): readonly string[] {
  const items = writeItems(node.items, { start: 0, end: 'value.length', hint }, readers);
  const check = refuseLength(node, node.minItems, node.maxItems);
  const spent = `spend(${stepsOfItem(node.items)} * value.length);`;
  if (!node.uniqueItems) return [check, spent, 'const result = [];', ...items, 'return result;'];

  const refusal = writeRefusal(describeUniqueItems(node), whole);
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

/** The body of a reader of `node`. */
export function writeSetReader(node: SetNode, hint: string, readers: Readers): readonly string[] {
  const lines = writeArrayReader({ ...node, kind: 'array', uniqueItems: true }, hint, readers);
  const spent = isHashedByNumber(node.items) ? ['spendOnHashes(result.length);'] : [];
  return [...lines.slice(0, -1), ...spent, 'return new Set(result);'];
}

/** The body of a reader of `node`. */
export function writeTupleReader(node: TupleNode, hint: string, readers: Readers): readonly string[] {
  const items = node.items.flatMap((item, index) => {
    const source = { name: `$${index}`, path: `path + '[${index}]'`, hint: `${hint}_${index}` };
    const { statements, result } = writeReading(item, source, readers);
    const lines = [`const $${index} = value[${index}];`, ...statements, `result.push(${result});`];
    return index < node.required ? lines : [`if (value.length > ${index}) {`, ...lines, '}'];
  });
  const { rest, tail = [] } = node;
  const end = tail.length === 0 ? 'value.length' : `value.length - ${tail.length}`;
  return [
    refuseLength(node, node.required, rest ? undefined : node.items.length),
    `spend(5 + ${stepsOfItem(rest)} * value.length);`,
    'const result = [];',
    ...items,
    ...(rest ? writeItems(rest, { start: node.items.length, end, hint }, readers) : []),
    ...tail.flatMap((item, index) => writeTailItem(item, { beforeEnd: tail.length - index, hint }, readers)),
    'return result;',
  ];
}

function writeTailItem(
  node: SchemaNode,
  { beforeEnd, hint }: { readonly beforeEnd: number; readonly hint: string },
  readers: Readers,
): readonly string[] {
  const name = `$last${beforeEnd}`;
  const at = `value.length - ${beforeEnd}`;
  const source = { name, path: `path + '[' + (${at}) + ']'`, hint: `${hint}_last${beforeEnd}` };
  const { statements, result } = writeReading(node, source, readers);
  return [`const ${name} = value[${at}];`, ...statements, `result.push(${result});`];
}

/** A scalar is looked at in place; anything else is read by a function and may have to be told of by its path. */
function stepsOfItem(node: SchemaNode | undefined): number {
  return node === undefined || isScalar(valueNode(node)) ? 1 : 5;
}

function refuseLength(node: SchemaNode, least = 0, most?: number): string {
  const tooFew = least > 0 ? [`value.length < ${least}`] : [];
  const tooMany = most === undefined ? [] : [`value.length > ${most}`];
  const isWrong = ['!Array.isArray(value)', ...tooFew, ...tooMany].join(' || ');
  return `if (${isWrong}) return ${writeRefusal(describeNode(node), whole)}`;
}

function writeItems(
  node: SchemaNode,
  { start, end, hint }: { readonly start: number; readonly end: string; readonly hint: string },
  readers: Readers,
): readonly string[] {
  const source = { name: '$item', path: "path + '[' + index + ']'", hint: `${hint}_item` };
  const { statements, result } = writeReading(node, source, readers);
  return [
    `for (let index = ${start}; index < ${end} && problems.length < maxProblems; index++) {`,
    'const $item = value[index];',
    ...statements,
    `result.push(${result});`,
    '}',
  ];
}
