/**
 * Makes the encoder functions of everything that is not a scalar, each type's once. Types that contain themselves are written by
 * functions that call each other, so that a value which contains itself ends in a problem.
 */
import { resolveNode, type Definition, type SchemaNode, type ToJsonNode } from '../model/schema-node.js';
import type { Declarations } from '../decoders/declarations.js';
import { writeRefusal } from '../decoders/write-reading.js';
import { writeArrayWriter, writeMapWriter, writeSetWriter, writeTupleWriter } from './write-list-writer.js';
import { writeObjectWriter } from './write-object-writer.js';
import { writeUnionWriter } from './write-union-writer.js';
import { writerNameOf, writeWriting, type Writers } from './write-writing.js';

/** Writers whose functions are put into `declarations`. */
export function openWriters(declarations: Declarations): Writers {
  const known = new Map<Definition, string>();
  const declare = (node: SchemaNode, hint: string): string => {
    const body = writerBody(node, hint, writers).join('\n');
    return declarations.declareFunction(`write_${hint}`, `(value, path, problems) {\n${body}\n}`);
  };
  const declareRecursive = (definition: Definition): string => {
    const name = declarations.reserve(`write_${definition.name}`);
    known.set(definition, name);
    const inside = declare(definition.node, `${definition.name}_inside`);
    const call = `return descend(${inside}, value, path, problems);`;
    declarations.define(`function ${name}(value, path, problems) {\n  ${call}\n}`);
    return name;
  };
  const writers: Writers = {
    declarations,
    writerOf: (node, hint) => {
      if (node.kind !== 'ref') return declare(node, hint);
      const { definition } = node;
      const name = known.get(definition);
      if (name !== undefined) return name;
      if (definition.isRecursive) return declareRecursive(definition);
      const declared = declare(definition.node, definition.name);
      known.set(definition, declared);
      return declared;
    },
  };
  return writers;
}

function writerBody(node: SchemaNode, hint: string, writers: Writers): readonly string[] {
  const plain = resolveNode(node);
  switch (plain.kind) {
    case 'object':
      return writeObjectWriter(plain, hint, writers);
    case 'array':
      return writeArrayWriter(plain, hint, writers);
    case 'tuple':
      return writeTupleWriter(plain, hint, writers);
    case 'set':
      return writeSetWriter(plain, hint, writers);
    case 'map':
      return writeMapWriter(plain, hint, writers);
    case 'union':
      return writeUnionWriter(plain, hint, writers);
    case 'toJson':
      return writeToJson(plain, hint, writers);
    default: {
      const { statements, result } = writeWriting(plain, { name: 'value', path: 'path', hint }, writers);
      return [...statements, `return ${result};`];
    }
  }
}

function writeToJson({ node }: ToJsonNode, hint: string, writers: Writers): readonly string[] {
  const refusal = writeRefusal('an object with a method toJSON()', { name: 'value', path: 'path' });
  return [
    `if (!isObject(value) || typeof value.toJSON !== 'function') return ${refusal}`,
    `return ${writerNameOf(node, hint, writers)}(value.toJSON(), path, problems);`,
  ];
}
