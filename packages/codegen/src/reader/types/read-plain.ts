/**
 * Reads types whose text alone says all: keywords, literals, and unions and lists of those. The checker, which would say the same,
 * is not asked.
 */
import type ts from 'typescript';
import type { SchemaNode } from '../../model/schema-node.js';
import { compiler } from '../load-compiler.js';
import { joinBranches } from './read-union.js';

/** A member whose type was read, and whether it may be left out by its type. */
export interface PlainType {
  readonly node: SchemaNode;
  readonly acceptsUndefined: boolean;
}

/** The type of a member as its declaration writes it; `undefined` when that does not say all, or says what is refused. */
export function readPlainMember(symbol: ts.Symbol): PlainType | undefined {
  const { SymbolFlags } = compiler;
  const [declaration, ...others] = symbol.declarations ?? [];
  // What a generic, a mapped or a joined type makes of a member has the member's declaration, and another type.
  const isDeclared = (symbol.flags & SymbolFlags.Property) !== 0 && !(symbol.flags & SymbolFlags.Transient);
  if (!isDeclared || !declaration || others.length > 0) return undefined;
  const isTyped = compiler.isPropertySignature(declaration) || compiler.isPropertyDeclaration(declaration);
  return isTyped && declaration.type ? readPlain(declaration.type) : undefined;
}

function readPlain(written: ts.TypeNode): PlainType | undefined {
  const type = withoutBrackets(written);
  const parts = compiler.isUnionTypeNode(type) ? type.types.map(withoutBrackets) : [type];
  const present = parts.filter(({ kind }) => kind !== compiler.SyntaxKind.UndefinedKeyword);
  const nodes: SchemaNode[] = [];
  for (const part of present) {
    const node = readPart(part);
    if (!node) return undefined;
    nodes.push(node);
  }
  const node = nodes.length > 1 ? joinPlain(nodes) : nodes[0];
  return node && { node, acceptsUndefined: present.length < parts.length };
}

/** Two lists may be one type under two texts, and literals that repeat are one. */
function joinPlain(nodes: readonly SchemaNode[]): SchemaNode | undefined {
  const texts = nodes.map((node) => (node.kind === 'literals' ? JSON.stringify(node.values) : node.kind));
  return new Set(texts).size === texts.length ? joinBranches(nodes, false) : undefined;
}

function readPart(type: ts.TypeNode): SchemaNode | undefined {
  const { SyntaxKind } = compiler;
  switch (type.kind) {
    case SyntaxKind.StringKeyword:
      return { kind: 'string' };
    case SyntaxKind.NumberKeyword:
      return { kind: 'number' };
    case SyntaxKind.BooleanKeyword:
      return { kind: 'boolean' };
    default:
      if (compiler.isLiteralTypeNode(type)) return readLiteral(type.literal);
      return compiler.isArrayTypeNode(type) ? readList(type) : undefined;
  }
}

function readLiteral(literal: ts.LiteralTypeNode['literal']): SchemaNode | undefined {
  if (literal.kind === compiler.SyntaxKind.NullKeyword) return { kind: 'null' };
  return compiler.isStringLiteral(literal) ? { kind: 'literals', values: [literal.text] } : undefined;
}

function readList({ elementType }: ts.ArrayTypeNode): SchemaNode | undefined {
  const items = readPlain(elementType);
  return items && !items.acceptsUndefined ? { kind: 'array', items: items.node } : undefined;
}

/** `readonly` changes nothing of what a list holds. */
function withoutBrackets(type: ts.TypeNode): ts.TypeNode {
  if (compiler.isParenthesizedTypeNode(type)) return withoutBrackets(type.type);
  const isReadonly = compiler.isTypeOperatorNode(type) && type.operator === compiler.SyntaxKind.ReadonlyKeyword;
  return isReadonly ? withoutBrackets(type.type) : type;
}
