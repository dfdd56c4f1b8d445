/**
 * Finds the value of an expression in the sources without running it: declarations behind names, members of object literals, texts.
 */
import {
  type CallExpression,
  type ElementAccessExpression,
  type Expression,
  Node,
  SyntaxKind,
  type VariableDeclaration,
} from 'ts-morph';
import { isAssigned } from './assignments.js';
import { constructedMember } from './constructed-objects.js';

/** Removes parentheses and assertions, which change no value. */
export function plain(node: Node): Node {
  if (
    Node.isParenthesizedExpression(node) ||
    Node.isAsExpression(node) ||
    Node.isSatisfiesExpression(node) ||
    Node.isNonNullExpression(node) ||
    Node.isTypeAssertion(node)
  )
    return plain(node.getExpression());
  return node;
}

/** Returns the declaration behind a name, through imports and exports; `undefined` for one outside of the folder or with several. */
export function declarationOf(node: Node): Node | undefined {
  const symbol = node.getSymbol();
  if (!symbol) return undefined;
  const target = symbol.isAlias() ? symbol.getAliasedSymbol() : symbol;
  const declarations = target?.getDeclarations() ?? [];
  return declarations.find((one) => !Node.isTypeAliasDeclaration(one) && !Node.isInterfaceDeclaration(one));
}

/** Follows constants and members of constant objects to the expression or function that they hold. */
export function resolve(node: Node, depth = 0): Node {
  const value = plain(node);
  if (depth > 20) return value;
  if (Node.isIdentifier(value)) {
    const declaration = declarationOf(value);
    if (!declaration) return value;
    if (Node.isVariableDeclaration(declaration)) {
      const initializer = declaration.getInitializer();
      const isConstant =
        declaration.getVariableStatement()?.getDeclarationKind() !== 'let' || !isReassigned(declaration);
      return initializer && isConstant ? resolve(initializer, depth + 1) : value;
    }
    if (Node.isFunctionDeclaration(declaration) || Node.isEnumDeclaration(declaration)) return declaration;
    if (Node.isBindingElement(declaration)) return resolveRequired(declaration) ?? value;
    if (Node.isShorthandPropertyAssignment(declaration)) {
      const target = declaration.getValueSymbol()?.getDeclarations()[0];
      const initializer = target && Node.isVariableDeclaration(target) ? target.getInitializer() : undefined;
      return initializer ? resolve(initializer, depth + 1) : value;
    }
    if (Node.isExportAssignment(declaration)) return resolve(declaration.getExpression(), depth + 1);
    return value;
  }
  if (Node.isPropertyAccessExpression(value)) {
    const object = resolve(value.getExpression(), depth + 1);
    if (Node.isEnumDeclaration(object)) return object.getMember(value.getName()) ?? value;
    const member = memberOf(object, value.getName());
    if (member) return resolve(member, depth + 1);
    const declaration = declarationOf(value.getNameNode());
    if (declaration && Node.isFunctionDeclaration(declaration)) return declaration;
    const held = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
    return held ? resolve(held, depth + 1) : value;
  }
  if (Node.isElementAccessExpression(value)) {
    const element = elementIn(value, depth);
    return element ? resolve(element, depth + 1) : value;
  }
  if (Node.isCallExpression(value)) {
    const returned = returnedBy(value);
    const held = returned && resolve(returned, depth + 1);
    return Node.isObjectLiteralExpression(held) || Node.isArrayLiteralExpression(held) ? held : value;
  }
  return value;
}

/** Returns the elements of a constant array, through spreads of others; `undefined` if they depend on a run. */
export function elementsOf(node: Node, depth = 0): readonly Node[] | undefined {
  const held = resolve(node, depth);
  if (!Node.isArrayLiteralExpression(held) || depth > 20) return undefined;
  const parts = held
    .getElements()
    .map((one) => (Node.isSpreadElement(one) ? elementsOf(one.getExpression(), depth + 1) : [one]));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** The element of a constant array or object that `list[0]` or `object['name']` is. */
function elementIn(access: ElementAccessExpression, depth: number): Node | undefined {
  const index = access.getArgumentExpression();
  if (Node.isNumericLiteral(index)) return elementsOf(access.getExpression(), depth + 1)?.[index.getLiteralValue()];
  const name = textOf(index);
  return name === undefined ? undefined : memberOf(resolve(access.getExpression(), depth + 1), name);
}

/** Returns the only value that a function of the folder returns, or its argument if it returns that: `defineTool({ … })`. */
export function returnedBy(call: CallExpression): Node | undefined {
  if (call.getExpression().getText() === 'Object.freeze') return call.getArguments()[0];
  const fn = resolve(call.getExpression());
  const isFunction = Node.isArrowFunction(fn) || Node.isFunctionExpression(fn) || Node.isFunctionDeclaration(fn);
  if (!isFunction || fn.isAsync() || (!Node.isArrowFunction(fn) && fn.isGenerator())) return undefined;
  const body = fn.getBody();
  const returns = body?.getDescendantsOfKind(SyntaxKind.ReturnStatement) ?? [];
  const own = returns.filter((one) => one.getFirstAncestor(isFunctionLike) === fn);
  const last = Node.isBlock(body) ? body.getStatements().at(-1) : undefined;
  const value = Node.isBlock(body) ? (Node.isReturnStatement(last) ? last.getExpression() : undefined) : body;
  if (!value || own.length > 1) return undefined;
  const declaration = Node.isIdentifier(plain(value)) ? declarationOf(plain(value)) : undefined;
  const index = fn.getParameters().findIndex((one) => one === declaration);
  // Other uses may change it before it is returned.
  if (
    Node.isVariableDeclaration(declaration) &&
    declaration.getFirstAncestor(isFunctionLike) === fn &&
    usesOf(declaration) > 1
  )
    return undefined;
  return index < 0 ? value : call.getArguments()[index];
}

function usesOf(declaration: VariableDeclaration): number {
  return declaration.findReferencesAsNodes().filter((use) => use.getParent() !== declaration).length;
}

function isFunctionLike(node: Node): boolean {
  return (
    Node.isArrowFunction(node) ||
    Node.isFunctionExpression(node) ||
    Node.isFunctionDeclaration(node) ||
    Node.isMethodDeclaration(node)
  );
}

/** A name that `const { a } = require('./file')` binds. */
function resolveRequired(element: Node): Node | undefined {
  const symbol = element.getSymbol();
  const target = symbol?.isAlias() ? symbol.getAliasedSymbol() : undefined;
  const declaration = target?.getDeclarations()[0];
  return declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
}

function isReassigned(declaration: Node): boolean {
  return Node.isVariableDeclaration(declaration) && declaration.findReferencesAsNodes().some(isAssigned);
}

/** Returns the value of a member of an object literal, through spreads of constants, or of a constructed object; the last one wins. */
export function memberOf(object: Node, name: string): Node | undefined {
  if (Node.isNewExpression(object)) return constructedMember(object, name, { declarationOf });
  if (!Node.isObjectLiteralExpression(object)) return undefined;
  for (const property of [...object.getProperties()].reverse()) {
    if (Node.isSpreadAssignment(property)) {
      const found = memberOf(resolve(property.getExpression()), name);
      if (found) return found;
      continue;
    }
    if (nameOf(property) !== name) continue;
    if (Node.isPropertyAssignment(property)) return property.getInitializer();
    if (Node.isShorthandPropertyAssignment(property)) return shorthandValue(property);
    if (Node.isMethodDeclaration(property)) return property;
  }
  return undefined;
}

function shorthandValue(property: Node): Node | undefined {
  if (!Node.isShorthandPropertyAssignment(property)) return undefined;
  return property.getNameNode();
}

/** Returns the name of a property, without quotes; `undefined` for a computed one. */
export function nameOf(property: Node): string | undefined {
  if (
    !Node.isPropertyAssignment(property) &&
    !Node.isShorthandPropertyAssignment(property) &&
    !Node.isMethodDeclaration(property)
  )
    return undefined;
  const name = property.getNameNode();
  if (Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)) return name.getLiteralText();
  if (Node.isNumericLiteral(name)) return String(name.getLiteralValue());
  if (Node.isComputedPropertyName(name)) return textOf(name.getExpression());
  return name.getText();
}

/** Returns the text that an expression always has; `undefined` if it depends on a run. */
export function textOf(node: Node | undefined): string | undefined {
  if (!node) return undefined;
  const value = resolve(node);
  if (Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value)) return value.getLiteralText();
  if (Node.isEnumMember(value)) {
    const held = value.getValue();
    return typeof held === 'string' ? held : undefined;
  }
  if (Node.isTemplateExpression(value)) {
    const spans = value.getTemplateSpans().map((span) => {
      const inner = textOf(span.getExpression()) ?? numberText(span.getExpression());
      return inner === undefined ? undefined : inner + span.getLiteral().getLiteralText();
    });
    return spans.every((span) => span !== undefined) ? value.getHead().getLiteralText() + spans.join('') : undefined;
  }
  if (Node.isBinaryExpression(value) && value.getOperatorToken().getKind() === SyntaxKind.PlusToken) {
    const [left, right] = [textOf(value.getLeft()), textOf(value.getRight())];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (Node.isCallExpression(value)) return callText(value.getExpression(), value.getArguments());
  return undefined;
}

/** Texts of several lines are often written as a list that is joined, or trimmed. */
function callText(called: Expression, given: readonly Node[]): string | undefined {
  if (!Node.isPropertyAccessExpression(called)) return undefined;
  const object = resolve(called.getExpression());
  if (called.getName() === 'trim' && given.length === 0) return textOf(object)?.trim();
  if (called.getName() !== 'join' || !Node.isArrayLiteralExpression(object)) return undefined;
  const parts = object.getElements().map(textOf);
  const separator = given[0] === undefined ? ',' : textOf(given[0]);
  return separator === undefined || !parts.every((part) => part !== undefined) ? undefined : parts.join(separator);
}

function numberText(node: Node): string | undefined {
  const value = resolve(node);
  return Node.isNumericLiteral(value) ? String(value.getLiteralValue()) : undefined;
}

/** A value that JSON can hold. */
export type StaticValue = string | number | boolean | null | StaticValue[] | { [name: string]: StaticValue };

/** Returns the JSON value that an expression always has; `undefined` if it depends on a run or is no JSON. */
export function jsonOf(node: Node | undefined): StaticValue | undefined {
  if (!node) return undefined;
  const text = textOf(node);
  if (text !== undefined) return text;
  const value = resolve(node);
  if (Node.isNumericLiteral(value)) return value.getLiteralValue();
  if (Node.isPrefixUnaryExpression(value)) {
    const operand = jsonOf(value.getOperand());
    return typeof operand === 'number' && value.getOperatorToken() === SyntaxKind.MinusToken ? -operand : undefined;
  }
  if (Node.isTrueLiteral(value)) return true;
  if (Node.isFalseLiteral(value)) return false;
  if (Node.isNullLiteral(value)) return null;
  if (Node.isEnumMember(value)) return value.getValue() ?? undefined;
  if (Node.isCallExpression(value)) return namesOrValues(value);
  if (Node.isArrayLiteralExpression(value)) {
    const items: (StaticValue | undefined)[] = value.getElements().map((item) => jsonOf(item));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  return Node.isObjectLiteralExpression(value) ? objectValue(value) : undefined;
}

/** `Object.keys(object)` and `Object.values(object)` of a constant object. */
function namesOrValues(call: CallExpression): StaticValue[] | undefined {
  const called = call.getExpression().getText();
  const object = call.getArguments()[0] && resolve(call.getArguments()[0] ?? call);
  if (!Node.isObjectLiteralExpression(object)) return undefined;
  const held = called === 'Object.values' ? objectValue(object) : undefined;
  if (held) return Object.values(held);
  if (called !== 'Object.keys') return undefined;
  const names = object.getProperties().map(nameOf);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function objectValue(object: Node): { [name: string]: StaticValue } | undefined {
  if (!Node.isObjectLiteralExpression(object)) return undefined;
  const result: { [name: string]: StaticValue } = {};
  for (const property of object.getProperties()) {
    if (Node.isSpreadAssignment(property)) {
      const inner = jsonOf(property.getExpression());
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return undefined;
      Object.assign(result, inner);
      continue;
    }
    const name = nameOf(property);
    const value = name === undefined ? undefined : jsonOf(memberOf(object, name));
    if (name === undefined || value === undefined) return undefined;
    result[name] = value;
  }
  return result;
}
