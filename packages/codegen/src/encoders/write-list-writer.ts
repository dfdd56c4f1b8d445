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
import { describeNode, describeUniqueItems } from '../decoders/describe-node.js';
import {
  itemPath,
  lengthChecks,
  type AllowedLength,
  pushed,
  writeItems,
  writeTupleItems,
  type WriteItem,
} from '../decoders/write-items.js';
import { writeRefusal, type Reading, type Source } from '../decoders/write-reading.js';
import { refuseHeld, writeWriting, type Writers } from './write-writing.js';

const whole = { name: 'value', path: 'path' };
/** The list without its gaps. */
const written = { name: 'result', path: 'path' };

/** Writes the body of a writer of `node`. */
export function writeArrayWriter(node: ArrayNode, hint: string, writers: Writers): readonly string[] {
  const { items, minItems, maxItems, uniqueItems, hasGaps } = node;
  const refusal = `refuseRepetition(problems, path, ${JSON.stringify(describeUniqueItems(node))}, result);`;
  const checks = hasGaps ? lengthChecks('result.length', { least: minItems, most: maxItems }) : [];
  return [
    refuseLength(node, writers, hasGaps ? {} : { least: minItems, most: maxItems }),
    'const result = [];',
    ...writeItems(items, { start: 0, end: 'value.length', hint }, writingWith(writers, node)),
    ...(checks.length > 0 ? [`if (${checks.join(' || ')}) ${refuseHeld(node, writers, written)}`] : []),
    ...(uniqueItems ? [`if (hasDuplicates(result)) ${refusal}`] : []),
    'return result;',
  ];
}

/** Writes the body of a writer of `node`. Leaves out trailing optional items that are undefined. */
export function writeTupleWriter(node: TupleNode, hint: string, writers: Writers): readonly string[] {
  const { required, items, rest } = node;
  const mayEndInNothing = !rest && required < items.length;
  const length = mayEndInNothing ? 'length' : 'value.length';
  const counted = [
    'let { length } = value;',
    `while (length > ${required} && value[length - 1] === undefined) length--;`,
  ];
  return [
    refuseLength(node, writers, { least: required, most: rest ? undefined : items.length }),
    ...(mayEndInNothing ? counted : []),
    'const result = [];',
    ...writeTupleItems(node, { length, hint }, writingWith(writers, node)),
    'return result;',
  ];
}

/** Writes the body of a writer of `node`. Values that are equal on the wire are written once. */
export function writeSetWriter(node: SetNode, hint: string, writers: Writers): readonly string[] {
  const checks = lengthChecks('unique.length', { least: node.minItems, most: node.maxItems });
  return [
    `if (!(value instanceof Set)) return ${refuseHeld(node, writers)}`,
    'const result = [];',
    'let index = 0;',
    'for (const $item of value) {',
    ...(node.hasGaps ? ['if ($item === undefined) continue;'] : []),
    ...pushed(writeWriting(node.items, { name: '$item', path: itemPath, hint: `${hint}_item` }, writers)),
    'index++;',
    'if (problems.length >= maxProblems) break;',
    '}',
    'const unique = withoutRepetitions(result);',
    ...(checks.length > 0 ? [`if (${checks.join(' || ')}) ${refuseHeld(node, writers)}`] : []),
    'return unique;',
  ];
}

/** Writes the body of a writer of `node`. */
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
    `if (!(value instanceof Map)) return ${refuseHeld(node, writers)}`,
    `const result = ${isObject ? '{}' : '[]'};`,
    'let index = 0;',
    'for (const [$key, $member] of value) {',
    ...(node.hasGaps ? ['if ($member === undefined) continue;'] : []),
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

function refuseLength(node: SchemaNode, writers: Writers, allowed: AllowedLength): string {
  const isWrong = ['!Array.isArray(value)', ...lengthChecks('value.length', allowed)].join(' || ');
  return `if (${isWrong}) return ${refuseHeld(node, writers)}`;
}

function writingWith(writers: Writers, { hasGaps, ...list }: ArrayNode | TupleNode): WriteItem {
  const nullable = 'nullable' in list ? (list.nullable ?? []).map((index) => `$${index}`) : [];
  return (node, source) => {
    if (nullable.includes(source.name)) return writeNullable(node, source, writers);
    const { statements, result } = writeWriting(node, source, writers);
    // Items of a loop; the others are in variables of their own.
    const skipped = hasGaps && source.name === '$item' ? ['if ($item === undefined) continue;'] : [];
    return { statements: [...skipped, ...statements], result };
  };
}

/** Writes undefined as null, which JSON.stringify() makes of it in an array. */
function writeNullable(node: SchemaNode, source: Source, writers: Writers): Reading {
  const name = `${source.name}OrNull`;
  const { statements, result } = writeWriting(node, { ...source, name }, writers);
  return { statements: [`const ${name} = ${source.name} ?? null;`, ...statements], result };
}
