/**
 * Makes the encoder functions of all non-scalar types, one for each type. Writers of recursive types call each other, so that a
 * cyclic value ends in a problem.
 */
import { resolveNode, type SchemaNode, type ToJsonNode } from '../model/schema-node.js';
import type { Declarations } from '../decoders/declarations.js';
import { openTypeFunctions } from '../decoders/type-functions.js';
import { writeRefusal } from '../decoders/write-reading.js';
import { writeArrayWriter, writeMapWriter, writeSetWriter, writeTupleWriter } from './write-list-writer.js';
import { writeObjectWriter } from './write-object-writer.js';
import { writeUnionWriter } from './write-union-writer.js';
import { writerNameOf, writeWriting, type Writers } from './write-writing.js';

/** Opens writers whose functions are declared in `declarations`. */
export function openWriters(declarations: Declarations): Writers {
  const writers: Writers = {
    declarations,
    writerOf: openTypeFunctions(declarations, 'write', (node, hint) => writerBody(node, hint, writers)),
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
