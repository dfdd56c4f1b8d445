/**
 * Writes the reader of a map: from an object when its keys are strings, else from an array of pairs.
 */
import { isObjectMap, type MapNode } from '../model/schema-node.js';
import { describeNode } from './describe-node.js';
import { canForceCollisions } from './hash-collisions.js';
import { refuseKey } from './refuse-key.js';
import { writeReading, writeRefusal, type Readers } from './write-reading.js';

const whole = { name: 'value', path: 'path' };

/** Writes the body of a reader of `node`. */
export function writeMapReader(node: MapNode, hint: string, readers: Readers): readonly string[] {
  return isObjectMap(node) ? fromObject(node, hint, readers) : fromPairs(node, hint, readers);
}

function fromObject(node: MapNode, hint: string, readers: Readers): readonly string[] {
  const source = { name: '$member', path: 'memberPath(path, key)', hint: `${hint}_member` };
  const { statements, result } = writeReading(node.values, source, readers);
  return [
    `if (!isObject(value)) return ${writeRefusal(describeNode(node), whole)}`,
    'const result = new Map();',
    'for (const key of keysOf(value)) {',
    'if (problems.length >= maxProblems) break;',
    'const $member = value[key];',
    ...refuseKey(node.keys, readers),
    ...statements,
    `result.set(key, ${result});`,
    '}',
    'return result;',
  ];
}

function fromPairs(node: MapNode, hint: string, readers: Readers): readonly string[] {
  const pairPath = "path + '[' + index + ']'";
  const key = writeReading(node.keys, { name: '$key', path: `${pairPath} + '[0]'`, hint: `${hint}_key` }, readers);
  const value = writeReading(
    node.values,
    { name: '$member', path: `${pairPath} + '[1]'`, hint: `${hint}_member` },
    readers,
  );
  return [
    `if (!Array.isArray(value)) return ${writeRefusal(describeNode(node), whole)}`,
    'spend(20 * value.length);',
    ...(canForceCollisions(node.keys) ? ['spendOnHashes(value.length);'] : []),
    'const result = new Map();',
    'for (let index = 0; index < value.length && problems.length < maxProblems; index++) {',
    'const $pair = value[index];',
    'if (!Array.isArray($pair) || $pair.length !== 2) {',
    `  ${writeRefusal('a pair of a key and a value', { name: '$pair', path: pairPath })}`,
    '  continue;',
    '}',
    'const $key = $pair[0];',
    'const $member = $pair[1];',
    ...key.statements,
    ...value.statements,
    `result.set(${key.result}, ${value.result});`,
    '}',
    'return result;',
  ];
}
