/**
 * Makes the reader functions of everything that is not a scalar, each type's once. Types that contain themselves are read by
 * functions that call each other, and no deeper than `maxNesting` of the helpers.
 */
import type { Definition, SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';
import { valueNode } from './plain-node.js';
import { writeArrayReader, writeSetReader, writeTupleReader } from './write-array-reader.js';
import { writeMapReader } from './write-map-reader.js';
import { writeObjectReader } from './write-object-reader.js';
import { writeReading, type Readers } from './write-reading.js';
import { writeUnionReader } from './write-union-reader.js';

/** Readers whose functions are put into `declarations`. */
export function openReaders(declarations: Declarations): Readers {
  const known = new Map<Definition, string>();
  // The second text of a type would be that of the first, whatever the hint, and so would be its name.
  const written = new Map<SchemaNode, string>();
  const declare = (node: SchemaNode, hint: string): string => {
    const before = written.get(node);
    if (before !== undefined) return before;
    const body = readerBody(node, hint, readers).join('\n');
    const name = declarations.declareFunction(`read_${hint}`, `(value, path, problems) {\n${body}\n}`);
    written.set(node, name);
    return name;
  };
  const declareRecursive = (definition: Definition): string => {
    const name = declarations.reserve(`read_${definition.name}`);
    known.set(definition, name);
    const inside = declare(definition.node, `${definition.name}_inside`);
    const call = `return descend(${inside}, value, path, problems);`;
    declarations.define(`function ${name}(value, path, problems) {\n  ${call}\n}`);
    return name;
  };
  const readers: Readers = {
    declarations,
    readerOf: (node, hint) => {
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
