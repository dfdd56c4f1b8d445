/**
 * Finds the expressions that a function returns.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';

/** A function whose result is read from its body. */
export type FunctionWithBody = ts.FunctionLikeDeclaration & { readonly body: ts.FunctionBody | ts.Expression };

/** Returns whether the node is a function that has a body, declares no return type and is no generator. */
export function isInferredFunction(node: ts.Node): node is FunctionWithBody {
  if (!compiler.isFunctionLike(node) || !('body' in node)) return false;
  return node.body !== undefined && node.type === undefined && !('asteriskToken' in node && node.asteriskToken);
}

/** Returns the expressions of the function's own return statements, each branch of a conditional one and of `??` by itself. */
export function returnedBy({ body }: FunctionWithBody): readonly ts.Expression[] {
  if (!compiler.isBlock(body)) return alternativesOf(body);
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return;
    if (compiler.isReturnStatement(node) && node.expression) found.push(...alternativesOf(node.expression));
    else compiler.forEachChild(node, visit);
  };
  compiler.forEachChild(body, visit);
  return found;
}

/** Returns the expressions of which one is the value, with the items of a list. */
export function alternativesOf(expression: ts.Expression): readonly ts.Expression[] {
  if (compiler.isParenthesizedExpression(expression)) return alternativesOf(expression.expression);
  if (compiler.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap(alternativesOf);
  const { QuestionQuestionToken, BarBarToken } = compiler.SyntaxKind;
  const isEither =
    compiler.isBinaryExpression(expression) &&
    [QuestionQuestionToken, BarBarToken].some((kind) => kind === expression.operatorToken.kind);
  if (isEither) return [expression.left, expression.right].flatMap(alternativesOf);
  // Two items make the type of a list one that no single expression has.
  if (compiler.isArrayLiteralExpression(expression)) return [...expression.elements, expression];
  return [expression];
}
