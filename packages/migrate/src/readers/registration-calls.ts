/**
 * The name and the place of a call that registers something.
 */
import { type CallExpression, Node } from 'ts-morph';
import { memberOf, resolve, textOf } from '../source/static-value.js';

/** Returns the name of the component that a call registers, if its source says it. */
export function nameIn(call: CallExpression): { readonly name?: string } {
  const first = call.getArguments()[0];
  const name = textOf(first) ?? (first && textOf(memberOf(resolve(first), 'name')));
  return name === undefined ? {} : { name };
}

/** Returns whether a node inside of a statement runs its parts more than once: a loop, or a function that is passed to a call. */
export function isRepeated(node: Node, statement: Node): boolean {
  if (node.getStart() <= statement.getStart() && node.getEnd() >= statement.getEnd() && node !== statement) {
    return (
      Node.isForOfStatement(node) ||
      Node.isForStatement(node) ||
      Node.isForInStatement(node) ||
      Node.isWhileStatement(node) ||
      isCallback(node)
    );
  }
  return false;
}

/** A function that is passed to a call, such as that of `forEach`. */
function isCallback(node: Node): boolean {
  const parent = node.getParent();
  return (
    (Node.isArrowFunction(node) || Node.isFunctionExpression(node)) &&
    Node.isCallExpression(parent) &&
    parent.getExpression() !== node &&
    !/^(main|run|start)/.test(parent.getExpression().getText())
  );
}
