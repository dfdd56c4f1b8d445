/**
 * Evaluates expressions whose value the source alone determines: literals, `const` references, enum members, arithmetic, and
 * arrays and objects of those. Runs no code. A bigint has its JSON form, a string of digits.
 */
import type { JsonValue } from '@sigil/core';
import type { ts } from 'ts-morph';
import { unwrapExpression } from './exported-value.js';
import { compiler } from './program/compiler.js';
import { type Reading, resolveAlias } from './program/reading.js';

/** A value, or the part of the expression that has no value at build time. */
export type StaticValue = { readonly value: JsonValue | undefined } | { readonly notStatic: ts.Node };

/** Deep enough for any configuration; only constants that refer to each other reach it. */
const maxDepth = 50;

/** Evaluates an expression; omits object members whose value is undefined. */
export function evaluateStatic(reading: Reading, expression: ts.Expression, depth = 0): StaticValue {
  const node = unwrapExpression(expression);
  if (depth > maxDepth) return { notStatic: node };

  const evaluate = (inner: ts.Expression): StaticValue => evaluateStatic(reading, inner, depth + 1);
  if (compiler.isStringLiteralLike(node)) return { value: node.text };
  if (compiler.isNumericLiteral(node)) return ofJson(node, Number(node.text));
  if (compiler.isBigIntLiteral(node)) return { value: digitsOf(node) };
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === compiler.SyntaxKind.NullKeyword) return { value: null };
  if (compiler.isIdentifier(node) && node.text === 'undefined') return { value: undefined };
  if (compiler.isPrefixUnaryExpression(node)) return evaluateSign(node, evaluate);
  if (compiler.isArrayLiteralExpression(node)) return evaluateArray(node, evaluate);
  if (compiler.isObjectLiteralExpression(node)) return evaluateObject(reading, node, evaluate);
  if (compiler.isTemplateExpression(node)) return evaluateTemplate(node, evaluate);
  if (compiler.isBinaryExpression(node)) return evaluateOperation(reading, node, evaluate);
  if (compiler.isIdentifier(node) || compiler.isPropertyAccessExpression(node))
    return evaluateReference(reading, node, evaluate);
  return { notStatic: node };
}

/** Rejects NaN and infinities, such as the literal `1e400`, which JSON cannot express. */
function ofJson(node: ts.Node, value: string | number): StaticValue {
  return typeof value === 'string' || Number.isFinite(value) ? { value } : { notStatic: node };
}

type Evaluate = (expression: ts.Expression) => StaticValue;

/** Returns a bigint in its JSON form. */
function digitsOf({ text }: ts.BigIntLiteral): string {
  return String(BigInt(text.slice(0, -1)));
}

function evaluateSign(node: ts.PrefixUnaryExpression, evaluate: Evaluate): StaticValue {
  const isNegative = node.operator === compiler.SyntaxKind.MinusToken;
  if (isNegative && compiler.isBigIntLiteral(node.operand)) return { value: String(-BigInt(digitsOf(node.operand))) };
  const operand = evaluate(node.operand);
  if ('notStatic' in operand || typeof operand.value !== 'number') return { notStatic: node };
  if (node.operator === compiler.SyntaxKind.MinusToken) return { value: operand.value === 0 ? 0 : -operand.value };
  return node.operator === compiler.SyntaxKind.PlusToken ? operand : { notStatic: node };
}

function evaluateArray(node: ts.ArrayLiteralExpression, evaluate: Evaluate): StaticValue {
  const values: JsonValue[] = [];
  for (const element of node.elements) {
    if (compiler.isSpreadElement(element)) return { notStatic: element };
    const item = evaluate(element);
    if ('notStatic' in item) return item;
    if (item.value === undefined) return { notStatic: element };
    values.push(item.value);
  }
  return { value: values };
}

/** Evaluates an object literal without the members of these names, which may have any value. */
export function evaluateWithout(
  reading: Reading,
  node: ts.ObjectLiteralExpression,
  names: ReadonlySet<string>,
): StaticValue {
  return evaluateObject(reading, node, (inner) => evaluateStatic(reading, inner, 1), names);
}

function evaluateObject(
  reading: Reading,
  node: ts.ObjectLiteralExpression,
  evaluate: Evaluate,
  without?: ReadonlySet<string>,
): StaticValue {
  const entries: [string, JsonValue][] = [];
  for (const property of node.properties) {
    const name = property.name && nameOf(property.name);
    if (name === undefined) return { notStatic: property };
    if (without?.has(name)) continue;
    const member = evaluateProperty(reading, property, evaluate);
    if ('notStatic' in member) return member;
    if (member.value !== undefined) entries.push([name, member.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function evaluateProperty(reading: Reading, property: ts.ObjectLiteralElementLike, evaluate: Evaluate): StaticValue {
  if (compiler.isPropertyAssignment(property)) return evaluate(property.initializer);
  if (!compiler.isShorthandPropertyAssignment(property)) return { notStatic: property };
  const symbol = reading.checker.getShorthandAssignmentValueSymbol(property);
  return symbol ? evaluateSymbol(reading, symbol, { node: property, evaluate }) : { notStatic: property };
}

function nameOf(name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name) || compiler.isNumericLiteral(name))
    return name.text;
  return undefined;
}

function evaluateTemplate(node: ts.TemplateExpression, evaluate: Evaluate): StaticValue {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const part = evaluate(span.expression);
    if ('notStatic' in part) return part;
    if (typeof part.value !== 'string' && typeof part.value !== 'number') return { notStatic: span.expression };
    text += `${part.value}${span.literal.text}`;
  }
  return { value: text };
}

/** Evaluates arithmetic, as in `60 * 1000`, and sums of strings, since long descriptions are often split into several. */
function evaluateOperation(reading: Reading, node: ts.BinaryExpression, evaluate: Evaluate): StaticValue {
  const left = evaluate(node.left);
  const right = evaluate(node.right);
  if ('notStatic' in left) return left;
  if ('notStatic' in right) return right;
  if (typeof left.value === 'string' && typeof right.value === 'string') {
    // A bigint is in its JSON form, which is text, and is not calculated.
    const isText = (reading.checker.getTypeAtLocation(node).flags & compiler.TypeFlags.StringLike) !== 0;
    return isText ? { value: `${left.value}${right.value}` } : { notStatic: node };
  }
  if (typeof left.value !== 'number' || typeof right.value !== 'number') return { notStatic: node };
  const value = calculate(node.operatorToken.kind, left.value, right.value);
  return value === undefined ? { notStatic: node } : ofJson(node, value);
}

function calculate(operator: ts.BinaryOperator, left: number, right: number): number | undefined {
  const { SyntaxKind } = compiler;
  switch (operator) {
    case SyntaxKind.PlusToken:
      return left + right;
    case SyntaxKind.MinusToken:
      return left - right;
    case SyntaxKind.AsteriskToken:
      return left * right;
    case SyntaxKind.SlashToken:
      return left / right;
    case SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    default:
      return undefined;
  }
}

function evaluateReference(
  reading: Reading,
  node: ts.Identifier | ts.PropertyAccessExpression,
  evaluate: Evaluate,
): StaticValue {
  const symbol = reading.checker.getSymbolAtLocation(node);
  const found = symbol
    ? evaluateSymbol(reading, resolveAlias(reading, symbol), { node, evaluate })
    : { notStatic: node };
  return 'notStatic' in found ? evaluateByType(reading, node) : found;
}

function evaluateSymbol(reading: Reading, symbol: ts.Symbol, use: { node: ts.Node; evaluate: Evaluate }): StaticValue {
  const declaration = resolveAlias(reading, symbol).valueDeclaration;
  if (!declaration) return { notStatic: use.node };
  if (compiler.isEnumMember(declaration)) {
    const value = reading.checker.getConstantValue(declaration);
    return value === undefined ? { notStatic: use.node } : ofJson(use.node, value);
  }
  const isConst =
    compiler.isVariableDeclaration(declaration) &&
    (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0;
  const holdsValue = isConst || (compiler.isPropertyAssignment(declaration) && isReadonlyTable(declaration));
  const initializer = holdsValue ? declaration.initializer : undefined;
  const found = initializer && use.evaluate(initializer);
  return found && !('notStatic' in found) ? found : { notStatic: use.node };
}

/** Returns whether a table is `as const`: a member of any other `const` object could have changed since. */
function isReadonlyTable(property: ts.PropertyAssignment): boolean {
  let holder: ts.Node = property.parent;
  while (compiler.isPropertyAssignment(holder.parent) || compiler.isObjectLiteralExpression(holder.parent))
    holder = holder.parent;
  return compiler.isAsExpression(holder.parent) && compiler.isConstTypeReference(holder.parent.type);
}

/** Evaluates a reference by its type, if that has only one value. */
function evaluateByType(reading: Reading, node: ts.Expression): StaticValue {
  const type = reading.checker.getTypeAtLocation(node);
  if (type.isStringLiteral() || type.isNumberLiteral()) return ofJson(node, type.value);
  if (type.flags & compiler.TypeFlags.BooleanLiteral) return { value: reading.checker.typeToString(type) === 'true' };
  return { notStatic: node };
}
