/**
 * Makes the reader functions of all non-scalar types, one for each type. Readers of recursive types call each other, no deeper
 * than `maxNesting` of the helpers.
 */
import type { SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { valueNode } from './plain-node.js';
import { openTypeFunctions } from './type-functions.js';
import { writeArrayReader, writeSetReader, writeTupleReader } from './write-array-reader.js';
import { writeMapReader } from './write-map-reader.js';
import { writeObjectReader } from './write-object-reader.js';
import { writeReading, type Readers } from './write-reading.js';
import { writeUnionReader } from './write-union-reader.js';

/** Opens readers whose functions are declared in `declarations`. */
export function openReaders(declarations: Declarations): Readers {
  const readers: Readers = {
    declarations,
    readerOf: openTypeFunctions(declarations, 'read', (node, hint) => readerBody(node, hint, readers)),
  };
  return readers;
}

function readerBody(node: SchemaNode, hint: string, readers: Readers): readonly string[] {
  const plain = valueNode(node);
  switch (plain.kind) {
    case 'object':
      return writeObjectReader(plain, hint, readers);
    case 'array':
      return writeArrayReader(plain, hint, readers);
    case 'tuple':
      return writeTupleReader(plain, hint, readers);
    case 'set':
      return writeSetReader(plain, hint, readers);
    case 'map':
      return writeMapReader(plain, hint, readers);
    case 'union':
      return writeUnionReader(plain, hint, readers);
    default: {
      const { statements, result } = writeReading(plain, { name: 'value', path: 'path', hint }, readers);
      return [...statements, `return ${result};`];
    }
  }
}
