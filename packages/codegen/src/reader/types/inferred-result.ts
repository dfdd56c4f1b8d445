/**
 * Finds the syntax of a result whose method has no return type: that of the only expression it returns, `Token` in
 * `return this.token`. Reports constraints that several expressions lose together.
 */
import type { ts } from 'ts-morph';
import { findConstraint } from '../docs/constraint-tags.js';
import { compiler } from '../program/compiler.js';
import { placeOf } from '../program/problems.js';
import { type Reading, resolveAlias } from '../program/reading.js';
import { findDocs } from './find-docs.js';
import { typeOfAssigned, typeOfBinding, typeOfExpression } from './follow-type.js';
import { leavesOf } from './named-primitives.js';
import { alternativesOf, isInferredFunction, returnedBy } from './returned-expressions.js';
import { membersOf, type TypeSite } from './type-site.js';
import { findReferenced, followAliases, typeArgumentsOf, type WrittenType } from './written-type.js';

/** Lists of lists of lists are rare. */
const maxKindDepth = 5;

/** Returns the syntax of the type of the only returned expression; `undefined` for none, for several, and for computed ones. */
export function writtenResult(reading: Reading, method: ts.MethodDeclaration): WrittenType | undefined {
  const [only, ...others] = isInferredFunction(method) ? returnedBy(method) : [];
  return only && others.length === 0 ? typeOfExpression(reading, only) : undefined;
}

/**
 * Adds a note for each constrained name that the result loses: among several returned expressions, in a returned list, and in what
 * generic functions such as `map` return. TypeScript infers the type without it.
 */
export function noteLostResult(reading: Reading, method: ts.MethodDeclaration, owner: string): void {
  if (!isInferredFunction(method)) return;
  const returned = returnedBy(method);
  const [only] = returned;
  if (only && returned.length === 1 && typeOfExpression(reading, only)) return;
  const at = placeOf(method.name);
  const site: TypeSite = { at, owner, role: 'result', path: '', written: undefined };
  const search: LossSearch = { reading, site, lost: new Map(), seen: new Set() };
  for (const one of returned) collectLosses(search, one);
  const { lost } = search;
  if (lost.size === 0) return;
  const names = [...lost].map(([name, tags]) => `${tags.join(', ')} of ${name}`).join('; ');
  const message = `${owner}, result: its type is inferred, and loses ${names}`;
  const fix = `Write the method's return type with ${[...lost.keys()].join(' and ')} in it.`;
  reading.problems.add({ code: 'SIGIL056', severity: 'note', at, message, fix });
}

interface LossSearch {
  readonly reading: Reading;
  readonly site: TypeSite;
  /** The tags of each name. */
  readonly lost: Map<string, readonly string[]>;
  readonly seen: Set<ts.Node>;
}

/** Collects the constrained names in the types of the expressions from which a value is made, if the value may still have them. */
function collectLosses(search: LossSearch, value: ts.Expression): void {
  const { reading, seen } = search;
  const kinds = kindsOf(reading, reading.checker.getTypeAtLocation(value));
  const visit = (given: ts.Expression): void => {
    const expression = withoutWrapping(given);
    if (seen.has(expression)) return;
    seen.add(expression);
    const written = typeOfExpression(reading, expression);
    const bound = written ?? boundType(reading, expression);
    if (bound) addLost(search, bound, kinds);
    if (written) return;
    if (compiler.isObjectLiteralExpression(expression)) expression.properties.forEach(visitProperty);
    else for (const source of sourcesOf(reading, expression)) visit(source);
  };
  // The members whose types the source shows keep their constraints.
  const visitProperty = (property: ts.ObjectLiteralElementLike): void => {
    if (typeOfAssigned(reading, property)) return;
    if (compiler.isPropertyAssignment(property))
      for (const one of alternativesOf(property.initializer)) collectLosses(search, one);
    else if (compiler.isShorthandPropertyAssignment(property)) collectLosses(search, property.name);
  };
  visit(value);
}

/** Returns the type of a name that destructuring declares, without that of its default. */
function boundType(reading: Reading, expression: ts.Expression): WrittenType | undefined {
  const declaration = declarationOf(reading, expression);
  return declaration && compiler.isBindingElement(declaration) ? typeOfBinding(reading, declaration) : undefined;
}

/** Returns the declaration of the value that an expression names. */
function declarationOf(reading: Reading, expression: ts.Expression): ts.Declaration | undefined {
  const symbol = compiler.isShorthandPropertyAssignment(expression.parent)
    ? reading.checker.getShorthandAssignmentValueSymbol(expression.parent)
    : reading.checker.getSymbolAtLocation(expression);
  return symbol && resolveAlias(reading, symbol)?.valueDeclaration;
}

function withoutWrapping(expression: ts.Expression): ts.Expression {
  const isWrapped =
    compiler.isParenthesizedExpression(expression) ||
    compiler.isNonNullExpression(expression) ||
    compiler.isSatisfiesExpression(expression) ||
    compiler.isAwaitExpression(expression) ||
    compiler.isSpreadElement(expression);
  return isWrapped ? withoutWrapping(expression.expression) : expression;
}

/** Returns the expressions whose values are those of this expression, or are in it. */
function sourcesOf(reading: Reading, expression: ts.Expression): readonly ts.Expression[] {
  const alternatives = alternativesOf(expression).filter((one) => one !== expression);
  if (alternatives.length > 0) return alternatives;
  if (compiler.isElementAccessExpression(expression)) return [expression.expression];
  if (compiler.isNewExpression(expression)) return expression.arguments ?? [];
  if (isInferredFunction(expression)) return returnedBy(expression);
  if (compiler.isCallExpression(expression)) return sourcesOfCall(reading, expression);
  const declaration = declarationOf(reading, expression);
  const isVariable =
    declaration && (compiler.isVariableDeclaration(declaration) || compiler.isBindingElement(declaration));
  return isVariable && declaration.initializer ? [declaration.initializer] : [];
}

function sourcesOfCall(reading: Reading, call: ts.CallExpression): readonly ts.Expression[] {
  const declaration = reading.checker.getResolvedSignature(call)?.declaration;
  if (!declaration) return [];
  if (isInferredFunction(declaration)) return returnedBy(declaration);
  if (declaration.typeParameters) return call.arguments;
  // `slice` and the like return what their object holds.
  return compiler.isPropertyAccessExpression(call.expression) ? [call.expression.expression] : [];
}

function addLost({ reading, site, lost }: LossSearch, written: WrittenType, kinds: number): void {
  for (const leaf of leavesOf(reading, settled(reading, written))) {
    const followed = followAliases(reading, leaf);
    const held = findReferenced(reading, followed);
    const isHolder = held !== undefined && reading.origins.isBuiltIn(held);
    const items = followed && compiler.isArrayTypeNode(followed.node) ? [followed.node.elementType] : [];
    for (const node of isHolder && followed ? typeArgumentsOf(followed.node) : items)
      addLost({ reading, site, lost, seen: new Set() }, { node, bindings: followed?.bindings ?? new Map() }, kinds);

    const symbol = findReferenced(reading, leaf);
    const alias = symbol?.declarations?.find(compiler.isTypeAliasDeclaration);
    if (!symbol || !alias || !(kindsOf(reading, reading.checker.getTypeFromTypeNode(alias.type)) & kinds)) continue;
    const constraints = (findDocs(reading, alias, site)?.comment.tags ?? [])
      .map(({ name }) => `@${name}`)
      .filter((name) => findConstraint(name.slice(1)));
    if (constraints.length > 0) lost.set(symbol.name, constraints);
  }
}

/** Returns the flags of the texts and numbers in a type, its items and type arguments included. */
function kindsOf(reading: Reading, type: ts.Type, depth = 0): number {
  const { checker } = reading;
  const { StringLike, NumberLike } = compiler.TypeFlags;
  let kinds = 0;
  for (const member of membersOf(type)) {
    kinds |= member.flags & StringLike && compiler.TypeFlags.String;
    kinds |= member.flags & NumberLike && compiler.TypeFlags.Number;
    if (!(member.flags & compiler.TypeFlags.Object) || depth > maxKindDepth) continue;
    const isReference = ((member as ts.ObjectType).objectFlags & compiler.ObjectFlags.Reference) !== 0;
    const inner = isReference ? checker.getTypeArguments(member as ts.TypeReference) : [];
    const indexed = checker.getIndexInfosOfType(member).map((info) => info.type);
    for (const one of [...inner, ...indexed]) kinds |= kindsOf(reading, one, depth + 1);
  }
  return kinds;
}

/** Returns the type that a promise resolves to. */
function settled(reading: Reading, written: WrittenType): WrittenType {
  const followed = followAliases(reading, written);
  const symbol = findReferenced(reading, followed);
  const [first] = followed ? typeArgumentsOf(followed.node) : [];
  if (!followed || !first || symbol?.name !== 'Promise' || !reading.origins.isBuiltIn(symbol)) return written;
  return { node: first, bindings: followed.bindings };
}
