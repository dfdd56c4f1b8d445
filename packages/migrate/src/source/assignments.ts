/**
 * Recognises the expressions that give a variable or a member another value.
 */
import { Node } from 'ts-morph';

/** Returns whether code assigns a name or an access: `x = 1`, `x += 1`, `x++`. */
export function isAssigned(target: Node): boolean {
  const parent = target.getParent();
  if (Node.isPostfixUnaryExpression(parent)) return true;
  if (Node.isPrefixUnaryExpression(parent)) return /^(\+\+|--)/.test(parent.getText());
  return (
    Node.isBinaryExpression(parent) &&
    parent.getLeft() === target &&
    /^(?!==|===|!=|<=|>=).*=$/.test(parent.getOperatorToken().getText())
  );
}
