/**
 * Declares one function for each type, whatever it does with the type's values. Types that contain themselves get functions that call
 * each other.
 */
import type { Definition, SchemaNode } from '../model/schema-node.js';
import type { Declarations } from './declarations.js';

/** The kind of functions to declare. */
export interface TypeFunctionPlan {
  /** Their names begin so. */
  readonly prefix: string;
  /** The statements of the function of `node`, whose parameters are `value`, `path` and `problems`. */
  readonly bodyOf: (node: SchemaNode, hint: string) => readonly string[];
}

/** Returns what names the function of a type, and declares it where it is not yet. */
export function openTypeFunctions(
  declarations: Declarations,
  { prefix, bodyOf }: TypeFunctionPlan,
): (node: SchemaNode, hint: string) => string {
  const known = new Map<Definition, string>();
  // The second text of a type would be that of the first, whatever the hint, and so would be its name.
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
