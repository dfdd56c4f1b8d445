/**
 * A type as written in the source, which determines order and doc tags; the checker has neither.
 *
 * Follows aliases, brackets and type parameters, and never decides what a type means.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import { type Reading, resolveAlias } from '../program/reading.js';

/** The type arguments for the type parameters in scope, by the parameter's symbol. */
export type Bindings = ReadonlyMap<ts.Symbol, WrittenType>;

/** A type node with its type arguments. */
export interface WrittenType {
  readonly node: ts.TypeNode;
  readonly bindings: Bindings;
  /** The one key that is meant, if the node is the constraint of a mapped type's parameter. */
  readonly key?: string;
}

/** Returns the node as written, outside of any generic type. */
export function writtenType(node: ts.TypeNode | undefined, bindings: Bindings = new Map()): WrittenType | undefined {
  return node && { node, bindings };
}

/** Removes brackets and `readonly`, and replaces a type parameter by its argument. */
export function unwrapWritten(reading: Reading, written: WrittenType | undefined): WrittenType | undefined {
  let current = written;
  while (current) {
    if (current.key !== undefined) return current;
    const inner = innerNode(current.node);
    const bound = inner ? undefined : findBound(reading, current);
    if (!inner && !bound) return current;
    current = bound ?? (inner && { node: inner, bindings: current.bindings });
  }
  return undefined;
}

/** Returns the type after following the plugin's and its packages' own aliases to their types. */
export function followAliases(reading: Reading, written: WrittenType | undefined): WrittenType | undefined {
  const seen = new Set<ts.Node>();
  let current = unwrapWritten(reading, written);
  while (current && !seen.has(current.node)) {
    seen.add(current.node);
    const followed = followOnce(reading, current);
    if (!followed) break;
    current = followed;
  }
  return current;
}

/**
 * Returns the type that an alias names, at a reference to it; `undefined` when it is not an alias, or one of the language's library.
 */
export function followOnce(reading: Reading, written: WrittenType): WrittenType | undefined {
  const alias = findReferenced(reading, written)?.declarations?.find(compiler.isTypeAliasDeclaration);
  if (!alias || reading.program.isSourceFileDefaultLibrary(alias.getSourceFile())) return undefined;
  return unwrapWritten(reading, { node: alias.type, bindings: bindArguments(written, alias, reading) });
}

/** Returns the syntax of the type arguments in a type written as a reference to `symbol`. */
export function writtenArguments(
  reading: Reading,
  written: WrittenType | undefined,
  symbol: ts.Symbol,
): (WrittenType | undefined)[] {
  const followed = followAliases(reading, written);
  if (!followed || findReferenced(reading, followed) !== symbol) return [];
  return typeArgumentsOf(followed.node).map((node) => ({ node, bindings: followed.bindings }));
}

const referenced = new WeakMap<Reading, WeakMap<ts.Node, ts.Symbol>>();

/** Returns the alias, interface, class or enum that a type reference names. */
export function findReferenced(reading: Reading, written: WrittenType | undefined): ts.Symbol | undefined {
  const name = written && nameNodeOf(written.node);
  if (!name) return undefined;
  const known = referenced.get(reading) ?? new WeakMap<ts.Node, ts.Symbol>();
  referenced.set(reading, known);
  const found = known.get(name);
  if (found) return found;
  const symbol = reading.checker.getSymbolAtLocation(name);
  const resolved = symbol && resolveAlias(reading, symbol);
  if (resolved) known.set(name, resolved);
  return resolved;
}

function nameNodeOf(node: ts.TypeNode): ts.Node | undefined {
  if (compiler.isTypeReferenceNode(node)) return node.typeName;
  if (compiler.isImportTypeNode(node)) return node.isTypeOf ? undefined : node.qualifier;
  return compiler.isExpressionWithTypeArguments(node) ? node.expression : undefined;
}

/** Returns the type arguments for the type parameters of the declaration in a reference written as `written`. */
export function bindArguments(written: WrittenType, declaration: ts.Declaration, reading: Reading): Bindings {
  const bindings = new Map<ts.Symbol, WrittenType>();
  const parameters =
    'typeParameters' in declaration ? compiler.getEffectiveTypeParameterDeclarations(asGeneric(declaration)) : [];
  for (const [index, parameter] of parameters.entries()) {
    const symbol = reading.checker.getSymbolAtLocation(parameter.name);
    const argument = typeArgumentsOf(written.node)[index];
    if (symbol && argument) bindings.set(symbol, { node: argument, bindings: written.bindings });
    else if (symbol && parameter.default) bindings.set(symbol, { node: parameter.default, bindings });
  }
  return bindings;
}

/** Returns the nodes between `<` and `>`. */
export function typeArgumentsOf(node: ts.TypeNode): readonly ts.TypeNode[] {
  const isGeneric =
    compiler.isTypeReferenceNode(node) ||
    compiler.isExpressionWithTypeArguments(node) ||
    compiler.isImportTypeNode(node);
  return isGeneric ? (node.typeArguments ?? []) : [];
}

/** Returns the type syntax of a member's declaration, if any. */
export function typeNodeOf(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  if (!declaration) return undefined;
  const isTyped =
    compiler.isPropertySignature(declaration) ||
    compiler.isPropertyDeclaration(declaration) ||
    compiler.isParameter(declaration);
  return isTyped ? declaration.type : undefined;
}

function asGeneric(declaration: ts.Declaration): ts.DeclarationWithTypeParameters {
  // Sound because the caller checked that the declaration has type parameters.
  return declaration as ts.DeclarationWithTypeParameters;
}

function innerNode(node: ts.TypeNode): ts.TypeNode | undefined {
  if (compiler.isParenthesizedTypeNode(node) || compiler.isOptionalTypeNode(node)) return node.type;
  if (compiler.isNamedTupleMember(node)) return node.type;
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.ReadonlyKeyword) return node.type;
  return undefined;
}

function findBound(reading: Reading, written: WrittenType): WrittenType | undefined {
  if (written.bindings.size === 0) return undefined;
  const symbol = findReferenced(reading, written);
  return symbol && written.bindings.get(symbol);
}
