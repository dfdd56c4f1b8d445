/**
 * Writes the encoder of an object type: only declared members, in one object literal as far as they are required.
 */
import type { ObjectNode, Property, SchemaNode } from '../model/schema-node.js';
import { freeName, type Names } from '../decoders/declarations.js';
import { describeHeld } from '../decoders/describe-node.js';
import { accessor, declareNames, memberOf, storeMember } from '../decoders/write-members.js';
import { writePatternTest } from '../decoders/write-pattern.js';
import { writeRefusal } from '../decoders/write-reading.js';
import { writeWriting, type Writers } from './write-writing.js';

/** Writes the body of a writer of `node`. */
export function writeObjectWriter(node: ObjectNode, hint: string, writers: Writers): readonly string[] {
  const firstOptional = node.properties.findIndex((property) => !property.isRequired);
  const leading = firstOptional < 0 ? node.properties : node.properties.slice(0, firstOptional);
  const taken: Names = new Map([['$member', 0]]);
  const first = leading.map((property) => writeMember(property, taken, writers));
  const rest = node.properties.slice(leading.length).flatMap((property) => storeWritten(property, taken, writers));
  const literal = first.map(({ key, result }) => `${key}: ${result}`).join(', ');
  return [
    `if (!isObject(value)) return ${writeRefusal(describeHeld(node), { name: 'value', path: 'path' })}`,
    ...first.flatMap(({ statements }) => statements),
    `const result = {${literal && ` ${literal} `}};`,
    ...rest,
    ...writeOthers(node, hint, writers),
    'return result;',
  ];
}

interface WrittenMember {
  readonly name: string;
  readonly key: string;
  readonly statements: readonly string[];
  readonly result: string;
}

function writeMember(property: Property, taken: Names, writers: Writers): WrittenMember {
  const name = freeName(`$${property.name}`, taken);
  const source = { name, path: `path + ${JSON.stringify(accessor(property.name))}`, hint: property.name };
  const { statements, result } = writeWriting(property.node, source, writers);
  const declaration = `const ${name} = ${memberOf('value', property.name)};`;
  return {
    name,
    key: property.name === '__proto__' ? '["__proto__"]' : JSON.stringify(property.name),
    statements: [declaration, ...statements],
    result,
  };
}

function storeWritten(property: Property, taken: Names, writers: Writers): readonly string[] {
  const { name, statements, result } = writeMember(property, taken, writers);
  const [declaration = '', ...checks] = statements;
  const kept = [...checks, storeMember('result', property.name, result)];
  if (property.isRequired) return [declaration, ...kept];
  return [declaration, `if (${name} !== undefined) {`, ...kept, '}'];
}

/** Leaves out members that JSON cannot express, such as functions, and members that the type does not declare. */
function writeOthers(node: ObjectNode, hint: string, writers: Writers): readonly string[] {
  const { patterns = [], additional } = node;
  if (patterns.length === 0 && !additional) return [];
  const names = node.properties.length > 0 ? declareNames(node.properties, writers.declarations) : undefined;
  const byPattern = patterns.flatMap((one) => {
    const test = writePatternTest(one.pattern, 'key', writers.declarations);
    return [`if (${test}) {`, ...putMember(one.node, hint, writers), 'continue;', '}'];
  });
  return [
    'for (const key of Object.keys(value)) {',
    'if (problems.length >= maxProblems) break;',
    'const $member = value[key];',
    names ? `if (${names}.has(key) || !isSayable($member)) continue;` : 'if (!isSayable($member)) continue;',
    ...byPattern,
    ...(node.names ? checkName(node.names, hint, writers) : []),
    ...(additional ? putMember(additional, hint, writers) : []),
    '}',
  ];
}

/** Checks the name of an additional member; a text is the same on the wire. */
function checkName(names: SchemaNode, hint: string, writers: Writers): readonly string[] {
  const source = { name: 'key', path: 'memberPath(path, key)', hint: `${hint}_name` };
  const { statements, result } = writeWriting(names, source, writers);
  return result === 'key' ? statements : [...statements, `${result};`];
}

function putMember(node: SchemaNode, hint: string, writers: Writers): readonly string[] {
  const source = { name: '$member', path: 'memberPath(path, key)', hint: `${hint}_member` };
  const { statements, result } = writeWriting(node, source, writers);
  return [...statements, `put(result, key, ${result});`];
}
