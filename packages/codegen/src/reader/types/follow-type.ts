/**
 * Follows a written type to the ones that it selects: `Row['id']`, `typeof month`, `ReturnType<F>`. The checker gives the same type
 * without the name that it has there. Finds the type arguments around the declaration of a member too.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { type Reading, resolveAlias } from '../program/reading.js';
import { inferBindings } from './infer-bindings.js';
import { keyOfAccess, keyOfBinding } from './accessed-key.js';
import { memberAt, selectAt, selectMapped, type SelectedType } from './selected-members.js';
import { basesOf, isInGeneric, mentionsParameter, partsOf } from './type-syntax.js';
import { signatureOf } from './written-signature.js';
import { isInferredFunction, returnedBy } from './returned-expressions.js';
import { membersOf } from './type-site.js';
import {
  bindArguments,
  type Bindings,
  findReferenced,
  followOnce,
  typeArgumentsOf,
  typeNodeOf,
  unwrapWritten,
  type WrittenType,
  writtenType,
} from './written-type.js';

/** Types of the library that select members of their first argument. */
const selecting = new Set(['Exclude', 'Extract', 'NonNullable', 'NoInfer']);

/** Types of the library that keep the types of members. */
const keeping = new Set(['Partial', 'Required', 'Readonly', 'Pick', 'Omit']);

const promises = new Set(['Promise', 'PromiseLike']);

/** More than any author writes; types and values may refer to each other in a circle, which the compiler reports. */
const maxSteps = 200;

/** The steps left for all types that one written type leads to. */
interface Budget {
  left: number;
}

const openBudget = (): Budget => ({ left: maxSteps });

/** Returns the types that a type without brackets selects, and both branches of a condition; `undefined` for other types. */
export function selectTypes(
  reading: Reading,
  written: WrittenType,
  budget = openBudget(),
): readonly SelectedType[] | undefined {
  const { node, bindings } = written;
  if (budget.left <= 0) return undefined;
  budget.left -= 1;
  if (compiler.isIndexedAccessTypeNode(node)) {
    const object = followSelected(reading, { node: node.objectType, bindings }, budget);
    const index = unwrapWritten(reading, { node: node.indexType, bindings });
    return object && index && selectMembers(reading, { object, index, budget });
  }
  if (compiler.isTypeQueryNode(node)) return listOf(typeOfValue(reading, node.exprName, budget));
  if (compiler.isConditionalTypeNode(node)) {
    const inferred = inferFrom(reading, { node, bindings }, budget);
    if (inferred) return [{ node: node.trueType, bindings: new Map([...bindings, ...inferred]) }];
    const holds = evaluateCondition(reading, { node, bindings }, budget);
    const branches = [...(holds === false ? [] : [node.trueType]), ...(holds === true ? [] : [node.falseType])];
    return branches.map((branch) => ({ node: branch, bindings }));
  }

  const symbol = findReferenced(reading, written);
  const first = symbol && reading.origins.isBuiltIn(symbol) ? typeArgumentsOf(node)[0] : undefined;
  if (!symbol || !first) return undefined;
  const argument = { node: first, bindings };
  if (selecting.has(symbol.name)) return [argument];
  if (symbol.name === 'Awaited') return [awaited(reading, argument, budget)];
  if (symbol.name !== 'ReturnType') return undefined;
  const signature = signatureOf(reading, followSelected(reading, argument, budget) ?? argument, 'call');
  return listOf(signature && writtenType(signature.node.type, signature.bindings));
}

/** Follows aliases, and types that select one other type. */
export function followSelected(
  reading: Reading,
  written: WrittenType | undefined,
  budget = openBudget(),
): WrittenType | undefined {
  let current = unwrapWritten(reading, written);
  while (current && budget.left > 0) {
    budget.left -= 1;
    const selected: readonly WrittenType[] = selectTypes(reading, current, budget) ?? [];
    const next: WrittenType | undefined =
      followOnce(reading, current) ?? (selected.length === 1 ? unwrapWritten(reading, selected[0]) : undefined);
    if (!next) break;
    current = next;
  }
  return current;
}

/**
 * Returns the syntax of the type that an expression has by its declaration: `Month` of `month` in `const month: Month = 1`. The `any`
 * of a function such as `JSON.parse` is that of the expression, whose author can narrow it.
 */
export function typeOfExpression(
  reading: Reading,
  expression: ts.Expression | undefined,
  budget = openBudget(),
): WrittenType | undefined {
  const written = declaredTypeOf(reading, expression, budget);
  return written?.node.kind === compiler.SyntaxKind.AnyKeyword ? undefined : written;
}

function declaredTypeOf(
  reading: Reading,
  expression: ts.Expression | undefined,
  budget: Budget,
): WrittenType | undefined {
  if (!expression || budget.left <= 0) return undefined;
  budget.left -= 1;
  const isWrapped =
    compiler.isParenthesizedExpression(expression) ||
    compiler.isNonNullExpression(expression) ||
    compiler.isSatisfiesExpression(expression);
  if (isWrapped) return typeOfExpression(reading, expression.expression, budget);
  if (compiler.isAsExpression(expression)) return writtenType(expression.type);
  if (compiler.isAwaitExpression(expression)) {
    const promise = typeOfExpression(reading, expression.expression, budget);
    return promise && awaited(reading, promise, budget);
  }
  if (compiler.isCallExpression(expression)) return typeOfCall(reading, expression, budget);
  if (compiler.isElementAccessExpression(expression)) {
    const object = typeOfExpression(reading, expression.expression, budget);
    return object && memberByKey(reading, object, keyOfAccess(reading, expression), budget);
  }
  const isName = compiler.isIdentifier(expression) || compiler.isPropertyAccessExpression(expression);
  return isName ? typeOfValue(reading, expression, budget) : undefined;
}

/** Returns the type arguments around the declaration of a member of an object with this syntax; `undefined` if it is not there. */
export function bindingsOfMember(
  reading: Reading,
  written: WrittenType | undefined,
  member: ts.Declaration,
  budget = openBudget(),
): Bindings | undefined {
  const container = compiler.isParameter(member) ? member.parent.parent : member.parent;
  if (!written || !isInGeneric(container)) return undefined;
  return findBindings(reading, { written, container, seen: new Set(), budget });
}

/** Returns the type arguments for the type parameters of an object's declaration, for this syntax of the object. */
export function bindingsAround(reading: Reading, written: WrittenType | undefined): Bindings {
  const followed = followSelected(reading, written);
  if (!followed) return new Map();
  const declaration = findReferenced(reading, followed)?.declarations?.find(
    (one) => compiler.isInterfaceDeclaration(one) || compiler.isClassLike(one),
  );
  return declaration ? bindArguments(followed, declaration, reading) : followed.bindings;
}

/**
 * Returns the type arguments for a mapped type in a type with this syntax; `undefined` if it is not there. Keys of mapped types
 * around it are among them.
 */
export function bindingsOfContainer(
  reading: Reading,
  written: WrittenType,
  container: ts.MappedTypeNode,
): Bindings | undefined {
  return findBindings(reading, { written, container, seen: new Set(), budget: openBudget() });
}

interface BindingSearch {
  readonly written: WrittenType;
  readonly container: ts.Node;
  readonly seen: ReadonlySet<ts.Node>;
  readonly budget: Budget;
}

function findBindings(reading: Reading, search: BindingSearch): Bindings | undefined {
  const { container, seen, budget } = search;
  const current = unwrapWritten(reading, search.written);
  if (!current || seen.has(current.node) || budget.left <= 0) return undefined;
  const { node, bindings } = current;
  if (node === container) return bindings;
  const further = new Set([...seen, node]);
  const findIn = (parts: readonly WrittenType[]): Bindings | undefined => {
    for (const part of parts) {
      const found = findBindings(reading, { ...search, written: part, seen: further });
      if (found) return found;
    }
    return undefined;
  };
  const selected = findIn(selectTypes(reading, current, budget) ?? []);
  if (selected) return selected;

  const declarations = findReferenced(reading, current)?.declarations ?? [];
  const declaration = declarations.find((one) => one === container);
  if (declaration) return bindArguments(current, declaration, reading);
  const body = followOnce(reading, current);
  const parts = declarations.flatMap((one) =>
    basesOf(one).map((base) => ({ node: base, bindings: bindArguments(current, one, reading) })),
  );
  const inner = partsOf(node).map((part) => ({ node: part, bindings }));
  return findIn([...(body ? [body] : []), ...parts, ...inner]);
}

interface Access {
  readonly object: WrittenType;
  readonly index: WrittenType;
  readonly budget: Budget;
}

function selectMembers(reading: Reading, { object, index, budget }: Access): readonly SelectedType[] | undefined {
  const { checker } = reading;
  const { node, bindings } = object;
  if (compiler.isArrayTypeNode(node)) return [{ node: node.elementType, bindings }];
  const keys =
    index.key === undefined
      ? membersOf(checker.getTypeFromTypeNode(index.node))
      : [checker.getStringLiteralType(index.key)];
  if (compiler.isTupleTypeNode(node)) return selectAt(keys, node.elements, bindings);
  if (compiler.isMappedTypeNode(node)) return selectMapped(reading, object, keys);
  const symbol = findReferenced(reading, object);
  if (symbol && reading.origins.isBuiltIn(symbol)) {
    const [first, second] = typeArgumentsOf(node);
    if (symbol.name === 'Array' || symbol.name === 'ReadonlyArray') return listOf(writtenType(first, bindings));
    if (symbol.name === 'Record') return listOf(writtenType(second, bindings));
    const inner = first && followSelected(reading, { node: first, bindings }, budget);
    if (inner && keeping.has(symbol.name)) return selectMembers(reading, { object: inner, index, budget });
    if (inner && (symbol.name === 'Parameters' || symbol.name === 'ConstructorParameters')) {
      const signature = signatureOf(reading, inner, symbol.name === 'Parameters' ? 'call' : 'construct');
      const types = signature?.node.parameters.map(({ type }) => type) ?? [];
      return selectAt(keys, types, signature?.bindings ?? bindings);
    }
  }
  const type = checker.getTypeFromTypeNode(node);
  const isEvery =
    index.key === undefined &&
    compiler.isTypeOperatorNode(index.node) &&
    index.node.operator === compiler.SyntaxKind.KeyOfKeyword;
  const selected = isEvery ? checker.getPropertiesOfType(type) : keys.map((key) => memberAt(checker, type, key));
  return selected.flatMap((member) => {
    const declarations = member && ('keyType' in member ? [member.declaration] : (member.declarations ?? []));
    return (
      (type.isUnion() ? declarations : declarations?.slice(0, 1))?.flatMap((declaration) =>
        typeOfMember(reading, { object, declaration, budget }),
      ) ?? []
    );
  });
}

interface WrittenCondition {
  readonly node: ts.ConditionalTypeNode;
  readonly bindings: Bindings;
}

/** Returns whether a condition holds; `undefined` if it depends on what is not known here, or holds for some members only. */
function evaluateCondition(
  reading: Reading,
  { node, bindings }: WrittenCondition,
  budget: Budget,
): boolean | undefined {
  const { checker } = reading;
  const checked = resolveType(reading, { node: node.checkType, bindings }, budget);
  if (!checked || checked.isUnion() || checked.flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Never))
    return undefined;
  const { extendsType } = node;
  if (compiler.isTypeOperatorNode(extendsType) && extendsType.operator === compiler.SyntaxKind.KeyOfKeyword) {
    const object = resolveType(reading, { node: extendsType.type, bindings }, budget);
    if (!object || !checked.isStringLiteral()) return undefined;
    return (
      checker.getPropertyOfType(object, checked.value) !== undefined || checker.getIndexInfosOfType(object).length > 0
    );
  }
  const wanted = resolveType(reading, { node: extendsType, bindings }, budget);
  return wanted && checker.isTypeAssignableTo(checked, wanted);
}

/** Returns the type of a written one with its type arguments; `undefined` if the checker would have to apply them. */
function resolveType(reading: Reading, written: WrittenType, budget: Budget): ts.Type | undefined {
  const { checker } = reading;
  const current = unwrapWritten(reading, written);
  if (!current || budget.left <= 0) return undefined;
  budget.left -= 1;
  if (current.key !== undefined) return checker.getStringLiteralType(current.key);
  if (!mentionsParameter(reading, current.node)) return checker.getTypeFromTypeNode(current.node);
  const { node, bindings } = current;
  if (compiler.isIndexedAccessTypeNode(node)) {
    const object = resolveType(reading, { node: node.objectType, bindings }, budget);
    const index = resolveType(reading, { node: node.indexType, bindings }, budget);
    // The type of the member's declaration would lack the undefined of an optional one.
    const member = index?.isStringLiteral() ? object && checker.getPropertyOfType(object, index.value) : undefined;
    return member && checker.getTypeOfSymbol(member);
  }
  const [only, ...others] = selectTypes(reading, current, budget) ?? [];
  return only && others.length === 0 ? resolveType(reading, only, budget) : undefined;
}

/** Returns the syntax of the value's type of a member of an object literal: `Token` of `{ token: this.token }`. */
export function typeOfAssigned(reading: Reading, declaration: ts.Declaration | undefined): WrittenType | undefined {
  if (!declaration) return undefined;
  if (compiler.isPropertyAssignment(declaration)) return typeOfExpression(reading, declaration.initializer);
  if (!compiler.isShorthandPropertyAssignment(declaration)) return undefined;
  const value = reading.checker.getShorthandAssignmentValueSymbol(declaration)?.valueDeclaration;
  return value && typeOfDeclared(reading, value, openBudget());
}

function typeOfMember(
  reading: Reading,
  { object, declaration, budget }: Omit<Access, 'index'> & { readonly declaration: ts.Declaration | undefined },
): readonly SelectedType[] {
  if (!declaration) return [];
  const isIndex = compiler.isIndexSignatureDeclaration(declaration);
  const node = isIndex ? declaration.type : typeNodeOf(declaration);
  const bindings = bindingsOfMember(reading, object, declaration, budget) ?? new Map();
  if (compiler.isPropertyAssignment(declaration)) {
    const value = typeOfExpression(reading, declaration.initializer, budget);
    return value ? [{ ...value, member: declaration }] : [];
  }
  return node ? [{ node, bindings, member: declaration }] : [];
}

function awaited(reading: Reading, written: WrittenType, budget: Budget): WrittenType {
  const followed = followSelected(reading, written, budget);
  const symbol = findReferenced(reading, followed);
  const inner = followed && typeArgumentsOf(followed.node)[0];
  if (!followed || !symbol || !inner || !promises.has(symbol.name) || !reading.origins.isBuiltIn(symbol))
    return written;
  return awaited(reading, { node: inner, bindings: followed.bindings }, budget);
}

function typeOfValue(reading: Reading, name: ts.Node, budget: Budget): WrittenType | undefined {
  const found = reading.checker.getSymbolAtLocation(name);
  const declaration = found && resolveAlias(reading, found)?.valueDeclaration;
  if (!declaration || budget.left <= 0) return undefined;
  budget.left -= 1;
  return typeOfDeclared(reading, declaration, budget);
}

function typeOfDeclared(reading: Reading, declaration: ts.Declaration, budget: Budget): WrittenType | undefined {
  if (compiler.isParameter(declaration)) return writtenType(declaration.type);
  if (compiler.isBindingElement(declaration))
    return declaration.initializer ? undefined : typeOfBinding(reading, declaration, budget);
  if (!compiler.isVariableDeclaration(declaration) && !compiler.isPropertyDeclaration(declaration))
    return writtenType(typeNodeOf(declaration));
  return writtenType(declaration.type) ?? typeOfExpression(reading, declaration.initializer, budget);
}

/** Returns the syntax of the type of `month` in `const { month } = row`, without that of a default. */
export function typeOfBinding(
  reading: Reading,
  element: ts.BindingElement,
  budget = openBudget(),
): WrittenType | undefined {
  if (element.dotDotDotToken || budget.left <= 0) return undefined;
  budget.left -= 1;
  const { parent: pattern } = element;
  const key = keyOfBinding(element);
  if (key === undefined) return undefined;
  const object = typeOfDeclared(reading, pattern.parent, budget);
  if (object) return memberByKey(reading, object, key, budget);
  const member = reading.checker.getPropertyOfType(reading.checker.getTypeAtLocation(pattern), key);
  return member?.valueDeclaration && writtenType(typeNodeOf(member.valueDeclaration));
}

/** Returns the syntax of the type that a call returns: the declared one, or that of the only expression which the function returns. */
function typeOfCall(reading: Reading, call: ts.CallExpression, budget: Budget): WrittenType | undefined {
  const declaration = reading.checker.getResolvedSignature(call)?.declaration;
  if (!declaration || declaration.typeParameters || compiler.isJSDocSignature(declaration)) return undefined;
  if (declaration.type) return mentionsParameter(reading, declaration.type) ? undefined : writtenType(declaration.type);
  const [only, ...others] = isInferredFunction(declaration) ? returnedBy(declaration) : [];
  return only && others.length === 0 ? typeOfExpression(reading, only, budget) : undefined;
}

/** Returns the type of one member of an object, or of an item of a list, if the source determines one alone. */
function memberByKey(
  reading: Reading,
  written: WrittenType,
  key: string | undefined,
  budget: Budget,
): WrittenType | undefined {
  const object = followSelected(reading, written, budget);
  if (!object) return undefined;
  if (key === undefined && compiler.isArrayTypeNode(object.node))
    return { node: object.node.elementType, bindings: object.bindings };
  if (key === undefined) return undefined;
  const [only, ...others] = selectMembers(reading, { object, index: { ...object, key }, budget }) ?? [];
  return others.length === 0 ? only : undefined;
}

/** Returns the types that `infer` names in a condition, if the source determines all of them. */
function inferFrom(reading: Reading, { node, bindings }: WrittenCondition, budget: Budget): Bindings | undefined {
  const value = { node: node.checkType, bindings };
  const inferred = inferBindings(reading, node.extendsType, value, {
    follow: (written) => followSelected(reading, written, budget),
    selectMember: (object, key) => memberByKey(reading, object, key, budget),
  });
  return inferred && inferred.size > 0 ? inferred : undefined;
}

function listOf(written: WrittenType | undefined): readonly WrittenType[] | undefined {
  return written && [written];
}
