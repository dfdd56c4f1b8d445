/**
 * Names of types: how words become one, and which names a file already uses.
 */
import type { SourceFile } from 'ts-morph';

/** Writes words as the name of a type. */
export function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}

const builtIn = new Set([
  'Date',
  'Map',
  'Set',
  'Record',
  'Array',
  'Object',
  'String',
  'Number',
  'Error',
  'Context',
  'Request',
  'Response',
  'URL',
  'Tool',
  'Resource',
  'Prompt',
  'Complete',
  'ContentBlock',
  'Node',
  'Event',
]);

/** Returns whether a name is a type, a class or an import of the file, or a built-in type. */
export function isTypeOf(file: SourceFile, name: string): boolean {
  return (
    builtIn.has(name) ||
    file.getInterface(name) !== undefined ||
    file.getTypeAlias(name) !== undefined ||
    file.getClass(name) !== undefined ||
    file.getEnum(name) !== undefined ||
    file
      .getImportDeclarations()
      .some((one) =>
        one.getNamedImports().some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === name),
      )
  );
}
