/**
 * Writes the encoders of arrays, tuples, sets and maps.
 */
import {
  isObjectMap,
  type ArrayNode,
  type MapNode,
  type SchemaNode,
  type SetNode,
  type TupleNode,
} from '../model/schema-node.js';
import { describeHeld, describeNode, describeUniqueItems } from '../decoders/describe-node.js';
import { writeRefusal } from '../decoders/write-reading.js';
import { writeWriting, type Writers } from './write-writing.js';

const whole = { name: 'value', path: 'path' };
const itemPath = "path + '[' + index + ']'";

/** The body of a writer of `node`. */
export function writeArrayWriter(node: ArrayNode, hint: string, writers: Writers): readonly string[] {
  const { items, minItems, maxItems, uniqueItems } = node;
  const refusal = writeRefusal(describeUniqueItems(node), whole);
  return [
    `if (${['!Array.isArray(value)', ...lengthChecks('value.length', minItems, maxItems)].join(' || ')}) return ${refuseWhole(node)}`,
    'const result = [];',
    ...writeItems(items, { start: 0, end: 'value.length', hint }, writers),
    ...(uniqueItems ? [`if (hasDuplicates(result)) ${refusal}`] : []),
    'return result;',
  ];
}

/** The body of a writer of `node`. */
export function writeTupleWriter(node: TupleNode, hint: string, writers: Writers): readonly string[] {
  const { required, items, rest, tail = [] } = node;
  const end = tail.length === 0 ? 'value.length' : `value.length - ${tail.length}`;
  const most = rest ? undefined : items.length;
  const first = items.flatMap((item, index) => {
    const source = { name: `$${index}`, path: `path + '[${index}]'`, hint: `${hint}_${index}` };
    const { statements, result } = writeWriting(item, source, writers);
    const lines = [`const $${index} = value[${index}];`, ...statements, `result.push(${result});`];
    return index < required ? lines : [`if (value.length > ${index}) {`, ...lines, '}'];
  });
  return [
    `if (${['!Array.isArray(value)', ...lengthChecks('value.length', required, most)].join(' || ')}) return ${refuseWhole(node)}`,
    'const result = [];',
    ...first,
    ...(rest ? writeItems(rest, { start: items.length, end, hint }, writers) : []),
    ...tail.flatMap((item, index) => writeTailItem(item, { beforeEnd: tail.length - index, hint }, writers)),
    'return result;',
  ];
}

function writeTailItem(
  node: SchemaNode,
  { beforeEnd, hint }: { readonly beforeEnd: number; readonly hint: string },
  writers: Writers,
): readonly string[] {
  const name = `$last${beforeEnd}`;
  const at = `value.length - ${beforeEnd}`;
  const source = { name, path: `path + '[' + (${at}) + ']'`, hint: `${hint}_last${beforeEnd}` };
  const { statements, result } = writeWriting(node, source, writers);
  return [`const ${name} = value[${at}];`, ...statements, `result.push(${result});`];
}

/** The body of a writer of `node`. Values that are the same on the wire are written once. */
export function writeSetWriter(node: SetNode, hint: string, writers: Writers): readonly string[] {
  const checks = lengthChecks('unique.length', node.minItems, node.maxItems);
  return [
    `if (!(value instanceof Set)) return ${refuseWhole(node)}`,
    'const result = [];',
    'let index = 0;',
    'for (const $item of value) {',
    ...writeItem(node.items, hint, writers),
    'index++;',
    'if (problems.length >= maxProblems) break;',
    '}',
    'const unique = withoutRepetitions(result);',
    ...(checks.length > 0 ? [`if (${checks.join(' || ')}) ${refuseWhole(node)}`] : []),
    'return unique;',
  ];
}

/** The body of a writer of `node`. */
export function writeMapWriter(node: MapNode, hint: string, writers: Writers): readonly string[] {
  const isObject = isObjectMap(node);
  const keyPath = isObject ? "path + '[' + index + ']'" : `${itemPath} + '[0]'`;
  const valuePath = isObject ? 'memberPath(path, $key)' : `${itemPath} + '[1]'`;
  const key = writeWriting(node.keys, { name: '$key', path: keyPath, hint: `${hint}_key` }, writers);
  const value = writeWriting(node.values, { name: '$member', path: valuePath, hint: `${hint}_member` }, writers);
  const store = isObject
    ? `put(result, ${key.result}, ${value.result});`
    : `result.push([${key.result}, ${value.result}]);`;
  const skip = isObject
    ? [
        `if (typeof $key !== 'string') {`,
        `  ${writeRefusal(`a Map whose keys are ${describeNode(node.keys)}`, whole)}`,
        '  break;',
        '}',
      ]
    : [];
  return [
    `if (!(value instanceof Map)) return ${refuseWhole(node)}`,
    `const result = ${isObject ? '{}' : '[]'};`,
    'let index = 0;',
    'for (const [$key, $member] of value) {',
    ...skip,
    ...key.statements,
    ...value.statements,
    store,
    'index++;',
    'if (problems.length >= maxProblems) break;',
    '}',
    'return result;',
  ];
}

function lengthChecks(length: string, least = 0, most?: number): readonly string[] {
  return [...(least > 0 ? [`${length} < ${least}`] : []), ...(most === undefined ? [] : [`${length} > ${most}`])];
}

function refuseWhole(node: SchemaNode): string {
  return writeRefusal(describeHeld(node), whole);
}

function writeItems(
  node: SchemaNode,
  { start, end, hint }: { readonly start: number; readonly end: string; readonly hint: string },
  writers: Writers,
): readonly string[] {
  return [
    `for (let index = ${start}; index < ${end} && problems.length < maxProblems; index++) {`,
    'const $item = value[index];',
    ...writeItem(node, hint, writers),
    '}',
  ];
}

function writeItem(node: SchemaNode, hint: string, writers: Writers): readonly string[] {
  const { statements, result } = writeWriting(node, { name: '$item', path: itemPath, hint: `${hint}_item` }, writers);
  return [...statements, `result.push(${result});`];
}
