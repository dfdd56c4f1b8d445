/**
 * Finds methods with decorators in the text of one file, which may have errors.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** Offsets in UTF-16 units; `end` is the first after the range. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A method of a class with at least one decorator. */
export interface DecoratedMethod {
  /** Empty for a class without a name. */
  readonly className: string;
  readonly method: string;
  readonly name: TextRange;
  /** The method from its first decorator to the end of its body. */
  readonly whole: TextRange;
  /** Each decorator, its `@` included. */
  readonly decorators: readonly TextRange[];
}

/** Returns the decorated methods of a file in their order. */
export function findDecoratedMethods(path: string, text: string): readonly DecoratedMethod[] {
  const file = parseText(path, text);
  const found: DecoratedMethod[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isMethodDeclaration(node) && compiler.isClassLike(node.parent)) {
      const decorators = compiler.getDecorators(node) ?? [];
      if (decorators.length > 0)
        found.push({
          className: node.parent.name?.text ?? '',
          method: node.name.getText(file).replace(/^(['"])(.*)\1$/, '$2'),
          name: rangeOf(node.name, file),
          whole: rangeOf(node, file),
          decorators: decorators.map((one) => rangeOf(one, file)),
        });
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Parses a text alone, with parents. */
export function parseText(path: string, text: string): ts.SourceFile {
  return compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true);
}

function rangeOf(node: ts.Node, file: ts.SourceFile): TextRange {
  return { start: node.getStart(file), end: node.getEnd() };
}
