/**
 * Replaces the returns of a handler, so that its body becomes that of a method.
 */
import { Node } from 'ts-morph';
import { bare, isCaught, returnsOf, type Written } from '../handlers/returns.js';
import { memberOf, nameOf, plain } from '../source/static-value.js';
import { editedText, replaceNode, type TextEdit } from '../source/text-edits.js';

/**
 * Passes every returned value through a function of the results module; `undefined` if the function may end without a return, or if
 * the handler itself would catch what the function throws.
 */
export function passReturns(
  fn: Written,
  wrap: (value: string) => string,
  inner: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  const body = fn.getBody();
  const last = Node.isBlock(body) ? body.getStatements().at(-1) : undefined;
  const isComplete = !Node.isBlock(body) || Node.isReturnStatement(last) || Node.isThrowStatement(last);
  const returns = returnsOf(fn);
  if (!isComplete || !returns.every(({ value, at }) => value && !isCaught(at, fn))) return undefined;
  return returns.flatMap(({ value }) => (value ? [replaceNode(value, wrap(awaited(bare(value), inner)))] : []));
}

/** Writes a value without a promise around it. */
function awaited(value: Node, edits: readonly TextEdit[]): string {
  const text = editedText(value, edits);
  const isValue =
    Node.isObjectLiteralExpression(value) ||
    Node.isArrayLiteralExpression(value) ||
    Node.isTemplateExpression(value) ||
    Node.isLiteralExpression(value);
  if (isValue) return text;
  const isShort = Node.isCallExpression(value) || Node.isIdentifier(value) || Node.isPropertyAccessExpression(value);
  return isShort ? `await ${text}` : `await (${text})`;
}

/** Returns only a member of the objects that a function returns, such as `contents`; `undefined` if they have others or are made elsewhere. */
export function returnMember(fn: Written, member: string, inner: readonly TextEdit[]): readonly TextEdit[] | undefined {
  const body = fn.getBody();
  const last = Node.isBlock(body) ? body.getStatements().at(-1) : undefined;
  if (Node.isBlock(body) && !Node.isReturnStatement(last) && !Node.isThrowStatement(last)) return undefined;
  const edits = returnsOf(fn).map(({ value }) => {
    const object = value && bare(value);
    if (!value || !object || !Node.isObjectLiteralExpression(object)) return undefined;
    const isOnly = object.getProperties().every((property) => ['description', member].includes(nameOf(property) ?? ''));
    const list = isOnly ? memberOf(object, member) : undefined;
    return list && Node.isArrayLiteralExpression(plain(list)) ? replaceNode(value, editedText(list, inner)) : undefined;
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}

/** Replaces returned texts; `undefined` if the function may return anything else. */
export function replaceTexts(
  fn: Written,
  wrap: (text: string) => string,
  inner: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  const returns = returnsOf(fn);
  const body = fn.getBody();
  const last = Node.isBlock(body) ? body.getStatements().at(-1) : undefined;
  const isComplete = !Node.isBlock(body) || Node.isReturnStatement(last) || Node.isThrowStatement(last);
  if (!isComplete || returns.length === 0 || !returns.every(({ value }) => value && isText(value))) return undefined;
  return returns.flatMap(({ value }) => (value ? [replaceNode(value, wrap(editedText(value, inner)))] : []));
}

/** Whether an expression is a text, as far as its own source says it. */
function isText(node: Node): boolean {
  const value = plain(node);
  if (Node.isConditionalExpression(value)) return isText(value.getWhenTrue()) && isText(value.getWhenFalse());
  if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '+')
    return isText(value.getLeft()) || isText(value.getRight());
  if (Node.isCallExpression(value))
    return /^(JSON\.stringify|String)$|\.(join|toString|toUpperCase|toLowerCase|trim|toFixed|toISOString)$/.test(
      value.getExpression().getText(),
    );
  return Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value) || Node.isTemplateExpression(value);
}
