/**
 * Follows a module's export to the expression of its value: a class, or an expression that makes one.
 */
import type { ts } from 'ts-morph';
import { compiler } from './program/compiler.js';
import { type Reading, resolveAlias } from './program/reading.js';

/** A class, or any other expression. Two exports of one value have the same node. */
export interface ExportedValue {
  readonly node: ts.Node;
  /** The variable that holds it, if any. */
  readonly name?: string;
}

/** Returns `undefined` for an export that is not a value, is destructured, or is a reassigned variable. */
export function findExportedValue(reading: Reading, symbol: ts.Symbol): ExportedValue | undefined {
  return valueOf(reading, symbol, new Set());
}

/** Removes parentheses and type assertions from an expression. */
export function unwrapExpression(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    compiler.isParenthesizedExpression(inner) ||
    compiler.isAsExpression(inner) ||
    compiler.isSatisfiesExpression(inner) ||
    compiler.isNonNullExpression(inner) ||
    compiler.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

function valueOf(reading: Reading, symbol: ts.Symbol, seen: Set<ts.Symbol>): ExportedValue | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration || seen.has(symbol)) return undefined;
  seen.add(symbol);
  if (compiler.isClassLike(declaration)) return { node: declaration };
  if (compiler.isExportAssignment(declaration)) return follow(reading, declaration.expression, seen);
  if (!compiler.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  if (!compiler.isIdentifier(declaration.name) || isAssignedLater(reading, symbol, declaration)) return undefined;
  const { node, name } = follow(reading, declaration.initializer, seen);
  // A class expression keeps the name of the first variable that it was assigned to.
  return { node, name: name ?? declaration.name.text };
}

function follow(reading: Reading, expression: ts.Expression, seen: Set<ts.Symbol>): ExportedValue {
  const node = unwrapExpression(expression);
  if (!compiler.isIdentifier(node) && !compiler.isPropertyAccessExpression(node)) return { node };
  const symbol = reading.checker.getSymbolAtLocation(node);
  return (symbol && valueOf(reading, resolveAlias(reading, symbol), seen)) ?? { node };
}

function isAssignedLater({ checker }: Reading, symbol: ts.Symbol, declaration: ts.VariableDeclaration): boolean {
  if (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) return false;
  const { FirstAssignment, LastAssignment } = compiler.SyntaxKind;
  const isAssigned = (node: ts.Node): boolean => {
    const operator = compiler.isBinaryExpression(node) ? node.operatorToken.kind : undefined;
    const assigns = operator !== undefined && operator >= FirstAssignment && operator <= LastAssignment;
    if (assigns && compiler.isBinaryExpression(node) && isTarget(node.left)) return true;
    return compiler.forEachChild(node, isAssigned) === true;
  };
  // Includes patterns, `[X] = …`, but not the object of a member, `X.y = …`.
  const isTarget = (node: ts.Node): boolean => {
    if (compiler.isIdentifier(node)) return node.text === symbol.name && checker.getSymbolAtLocation(node) === symbol;
    return !compiler.isPropertyAccessExpression(node) && compiler.forEachChild(node, isTarget) === true;
  };
  return isAssigned(declaration.getSourceFile());
}
