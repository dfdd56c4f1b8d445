/**
 * Facts of functions that their text alone says.
 */
import { type CallExpression, Node } from 'ts-morph';
import { bare, isWritten } from './returns.js';

/** Returns whether a name occurs in a node. */
export function usesName(body: Node, name: string): boolean {
  return body.getDescendants().some((one) => Node.isIdentifier(one) && one.getText() === name);
}

/** Whether a statement awaits outside of functions inside it. */
export function hasOwnAwait(statement: Node): boolean {
  if (isWritten(statement)) return false;
  let found = false;
  statement.forEachDescendant((node, traversal) => {
    if (isWritten(node)) traversal.skip();
    else if (Node.isAwaitExpression(node)) found = true;
  });
  return found;
}

/** Returns the call that a statement starts, below `.catch(…)`, `.then(…)` and `await`. */
export function startedCall(call: CallExpression): CallExpression | undefined {
  const called = call.getExpression();
  if (Node.isPropertyAccessExpression(called) && ['catch', 'then', 'finally'].includes(called.getName())) {
    const inner = bare(called.getExpression());
    return Node.isCallExpression(inner) ? startedCall(inner) : undefined;
  }
  return call;
}

/** Returns the text by which a function is called: the elements of a list have one type, which may allow the arguments of none of them. */
export function calledElement(text: string): string {
  return /\[\d+\]/.test(text) ? `(${text} as (...given: any[]) => any)` : text;
}
