/**
 * Reads the arguments that a set-up function gets from another file.
 */
import { Node, type SourceFile } from 'ts-morph';
import type { Written } from '../handlers/returns.js';
import { moveText, usesLocals } from '../source/moved-text.js';
import { functionBehind } from './server-values.js';

/** A constant of one file that the set-up of another file gets as an argument. */
export interface SharedName {
  readonly file: SourceFile;
  readonly name: string;
  /** The parameter's name. */
  readonly as: string;
}

/** Reads the argument of the only call of a function: a constant of the calling file, or a value that needs no name of it. */
export function readSharedArgument(
  files: readonly SourceFile[],
  fn: Written,
  index: number,
  specifier: (from: SourceFile, module: string | SourceFile) => string,
): SharedName | { readonly value: string; readonly imports: readonly string[] } | undefined {
  const calls = files.flatMap((file) =>
    file
      .getDescendants()
      .flatMap((node) => (Node.isCallExpression(node) && functionBehind(node.getExpression()) === fn ? [node] : [])),
  );
  const [call, second] = calls;
  const given = call?.getArguments()[index];
  const parameter = fn.getParameters()[index];
  if (!call || second || !given || !parameter) return undefined;
  const declaration = Node.isIdentifier(given) ? given.getSymbol()?.getDeclarations()[0] : undefined;
  if (!Node.isVariableDeclaration(declaration)) {
    if (usesLocals(given)) return undefined;
    const { text, imports, declarations } = moveText(given, specifier);
    return declarations.length === 0 ? withoutConflict(text, imports, parameter.getName()) : undefined;
  }
  return {
    file: call.getSourceFile(),
    name: given.getText(),
    as: Node.isIdentifier(parameter.getNameNode()) ? parameter.getName() : given.getText(),
  };
}

/** A value that uses an import of the same name as the parameter gets it by another name, unless it is the import itself. */
function withoutConflict(
  value: string,
  imports: readonly string[],
  name: string,
): { readonly value: string; readonly imports: readonly string[] } {
  const own = `{ ${name} }`;
  if (value === name || !imports.some((line) => line.includes(own))) return { value, imports };
  const other = `${name}Given`;
  return {
    value: value.replace(new RegExp(`(?<![.\\w$])${name}(?![\\w$])`, 'g'), other),
    imports: imports.map((line) => line.replace(own, `{ ${name} as ${other} }`)),
  };
}
