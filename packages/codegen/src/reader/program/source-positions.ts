/**
 * Finds the nodes around a position of a source file.
 */
import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';

/** Returns the innermost node that begins at or contains the position, without the comments before it. */
export function nodeAt(file: ts.SourceFile, position: number): ts.Node {
  let found: ts.Node = file;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > position || node.getEnd() <= position) return;
    found = node;
    compiler.forEachChild(node, visit);
  };
  compiler.forEachChild(file, visit);
  return found;
}

/** Returns the outermost function or method around the node. */
export function outermostFunctionOf(node: ts.Node): ts.SignatureDeclaration | undefined {
  let found: ts.SignatureDeclaration | undefined;
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (compiler.isFunctionLike(at)) found = at;
  return found;
}
