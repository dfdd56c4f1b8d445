/**
 * Declares one function for each type, whatever it does with the type's values. Functions of recursive types call each other.
 */
import type { Definition, SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';

/**
 * Returns a lookup of a type's function name, which declares the function on first use.
 *
 * @param prefix the prefix of their names
 * @param bodyOf returns the statements of the function of `node`, whose parameters are `value`, `path` and `problems`
 */
export function openTypeFunctions(
  declarations: Declarations,
  prefix: string,
  bodyOf: (node: SchemaNode, hint: string) => readonly string[],
): (node: SchemaNode, hint: string) => string {
  const known = new Map<Definition, string>();
  // A type's second text would equal the first, whatever the hint, and get the same name.
  const written = new Map<SchemaNode, string>();
  const declare = (node: SchemaNode, hint: string): string => {
    const before = written.get(node);
    if (before !== undefined) return before;
    const body = bodyOf(node, hint).join('\n');
    const name = declarations.declareFunction(`${prefix}_${hint}`, `(value, path, problems) {\n${body}\n}`);
    written.set(node, name);
    return name;
  };
  const declareRecursive = (definition: Definition): string => {
    const name = declarations.reserve(`${prefix}_${definition.name}`);
    known.set(definition, name);
    const inside = declare(definition.node, `${definition.name}_inside`);
    const call = `return descend(${inside}, value, path, problems);`;
    declarations.define(`function ${name}(value, path, problems) {\n  ${call}\n}`);
    return name;
  };
  return (node, hint) => {
    if (node.kind !== 'ref') return declare(node, hint);
    const { definition } = node;
    const name = known.get(definition);
    if (name !== undefined) return name;
    if (definition.isRecursive) return declareRecursive(definition);
    const declared = declare(definition.node, definition.name);
    known.set(definition, declared);
    return declared;
  };
}
