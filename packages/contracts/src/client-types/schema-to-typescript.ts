/**
 * Turns one JSON Schema into TypeScript declarations.
 */
import type { JsonObject } from '@sigil/core';
import { nameTypes } from './name-types.js';
import { TypePrinter } from './print-type.js';
import { readJsonSchema } from './read-json-schema.js';
import { typeNameTable } from './safe-names.js';

/**
 * Writes the declarations of a schema's type and of the types it uses, its own first.
 *
 * @param name of the type
 */
export function schemaToTypeScript(schema: JsonObject, name: string): string {
  const root = readJsonSchema(schema, name, name);
  const { declared, nameOf } = nameTypes([{ kind: 'use', named: root }], typeNameTable(), () => false);
  const printer = new TypePrinter(nameOf);
  return declared.map((named) => printer.printDeclaration(named, 'export ', '')).join('\n');
}
