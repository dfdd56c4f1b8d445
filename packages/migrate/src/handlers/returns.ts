/**
 * Reads what a handler returns, from the source: the results that its `return` statements write out, through functions of the folder.
 */
import {
  type ArrowFunction,
  type FunctionDeclaration,
  type FunctionExpression,
  type MethodDeclaration,
  Node,
} from 'ts-morph';
import { memberOf, nameOf, plain, resolve } from '../source/static-value.js';

/** A function whose text is at hand. */
export type Written = ArrowFunction | FunctionExpression | FunctionDeclaration | MethodDeclaration;

/** One `return` of the handler itself, or the expression that an arrow function consists of. */
export interface Return {
  /** The returned expression; absent for `return;`. */
  readonly value?: Node;
  /** The statement, or the body of an arrow function. */
  readonly at: Node;
}

/** A result that is written out as an object. */
export interface Result {
  readonly literal: Node;
  readonly content?: Node;
  readonly structured?: Node;
  readonly isError: boolean | 'unknown';
  readonly others: readonly string[];
}

/** Returns whether a node is a function with a text of its own. */
export function isWritten(node: Node | undefined): node is Written {
  return (
    Node.isArrowFunction(node) ||
    Node.isFunctionExpression(node) ||
    Node.isFunctionDeclaration(node) ||
    Node.isMethodDeclaration(node)
  );
}

/** Lists the returns of a function, without those of functions inside it. */
export function returnsOf(fn: Written): readonly Return[] {
  const body = fn.getBody();
  if (!body) return [];
  if (!Node.isBlock(body)) return [{ value: body, at: body }];
  const found: Return[] = [];
  body.forEachDescendant((node, traversal) => {
    if (isWritten(node) || Node.isClassDeclaration(node) || Node.isClassExpression(node)) traversal.skip();
    else if (Node.isReturnStatement(node)) {
      const value = node.getExpression();
      found.push(value ? { value, at: node } : { at: node });
    }
  });
  return found;
}

/** Removes `await`, assertions and parentheses. */
export function bare(node: Node): Node {
  const value = plain(node);
  return Node.isAwaitExpression(value) ? bare(value.getExpression()) : value;
}

/** Returns the results that an expression may be; `undefined` for one that is made where the source does not show it. */
export function resultsOf(node: Node, depth = 0): readonly (Result | undefined)[] {
  const value = bare(node);
  if (Node.isConditionalExpression(value))
    return [...resultsOf(value.getWhenTrue(), depth), ...resultsOf(value.getWhenFalse(), depth)];
  if (Node.isObjectLiteralExpression(value)) return [readResult(value)];
  if (depth > 4) return [undefined];
  if (Node.isIdentifier(value)) {
    const held = resolve(value);
    return held === value || Node.isIdentifier(held) ? [undefined] : resultsOf(held, depth + 1);
  }
  if (Node.isCallExpression(value)) {
    const called = resolve(value.getExpression());
    const own = isWritten(called) ? called : methodOf(value.getExpression());
    if (!own) return [undefined];
    return returnsOf(own).flatMap(({ value: returned }) => (returned ? resultsOf(returned, depth + 1) : [undefined]));
  }
  return [undefined];
}

/** The method behind `this.name` or `service.name`. */
function methodOf(called: Node): Written | undefined {
  const declaration = Node.isPropertyAccessExpression(called)
    ? called.getNameNode().getSymbol()?.getDeclarations()[0]
    : undefined;
  return declaration && Node.isMethodDeclaration(declaration) ? declaration : undefined;
}

const known = new Set(['content', 'structuredContent', 'isError']);

function readResult(literal: Node): Result | undefined {
  if (!Node.isObjectLiteralExpression(literal)) return undefined;
  if (literal.getProperties().some((property) => Node.isSpreadAssignment(property) || nameOf(property) === undefined))
    return undefined;
  const names = literal.getProperties().map((property) => nameOf(property) ?? '');
  const [content, structured] = [memberOf(literal, 'content'), memberOf(literal, 'structuredContent')];
  const error = memberOf(literal, 'isError');
  return {
    literal,
    ...(content && { content }),
    ...(structured && { structured }),
    isError:
      error === undefined || Node.isFalseLiteral(error) ? false : Node.isTrueLiteral(plain(error)) ? true : 'unknown',
    others: names.filter((name) => !known.has(name)),
  };
}

/** Returns the text of a result whose content is one plain text block; `undefined` for other content. */
export function textOfContent(content: Node | undefined): Node | undefined {
  const list = content && plain(content);
  if (!list || !Node.isArrayLiteralExpression(list) || list.getElements().length !== 1) return undefined;
  const block = plain(list.getElements()[0] ?? list);
  if (!Node.isObjectLiteralExpression(block)) return undefined;
  const names = block.getProperties().map((property) => nameOf(property));
  const type = memberOf(block, 'type');
  const isText = type !== undefined && /^['"]text['"]$/.test(plain(type).getText());
  return isText && names.length === 2 && names.includes('text') ? memberOf(block, 'text') : undefined;
}

/** Returns whether an error thrown at the node would be caught inside the function. */
export function isCaught(node: Node, fn: Written): boolean {
  for (let at = node; at !== fn;) {
    const parent = at.getParent();
    if (!parent) return false;
    if (Node.isTryStatement(parent) && parent.getTryBlock() === at && parent.getCatchClause()) return true;
    at = parent;
  }
  return false;
}
