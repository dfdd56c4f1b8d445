/**
 * Makes the reader functions of arrays, tuples, objects and unions, each type's once.
 */
import type { SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { writeArrayReader, writeTupleReader } from './write-array-reader.js';
import { writeObjectReader } from './write-object-reader.js';
import { indent, writeReading, type Readers } from './write-reading.js';
import { writeUnionReader } from './write-union-reader.js';

/** Readers whose functions are put into `declarations`. */
export function openReaders(declarations: Declarations): Readers {
  const readers: Readers = {
    declarations,
    readerOf: (node, hint) => {
      const body = indent(readerBody(node, hint, readers)).join('\n');
      return declarations.declareFunction(`read_${hint}`, `(value, path, problems) {\n${body}\n}`);
    },
  };
  return readers;
}

function readerBody(node: SchemaNode, hint: string, readers: Readers): readonly string[] {
  switch (node.kind) {
    case 'object':
      return writeObjectReader(node, hint, readers);
    case 'array':
      return writeArrayReader(node, hint, readers);
    case 'tuple':
      return writeTupleReader(node, hint, readers);
    case 'union':
      return writeUnionReader(node, hint, readers);
    default: {
      const { statements, result } = writeReading(node, { name: 'value', path: 'path', hint }, readers);
      return [...statements, `return ${result};`];
    }
  }
}
