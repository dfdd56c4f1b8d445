/**
 * Recognises types defined by their text alone: keywords and literals, and the unions, lists, tuples and objects made of those. A
 * type that refers to another declaration does not count.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';

/** Returns whether its text alone defines the type; its own `undefined` does not matter. */
export function isPlainType(written: ts.TypeNode): boolean {
  if (isScalarKeyword(written)) return true;
  const parts = partsOf(written).filter((part) => !isUndefined(part));
  return parts.length > 0 && parts.every(isPlainPart) && areDistinct(parts);
}

/** Returns the members of a union as written, or the type itself; without brackets and `readonly`. */
export function partsOf(written: ts.TypeNode): readonly ts.TypeNode[] {
  const type = withoutBrackets(written);
  return compiler.isUnionTypeNode(type) ? type.types.map(withoutBrackets) : [type];
}

/** Returns whether the type is written as `string`, `number` or `boolean`. */
export function isScalarKeyword({ kind }: ts.TypeNode): boolean {
  const { StringKeyword, NumberKeyword, BooleanKeyword } = compiler.SyntaxKind;
  return kind === StringKeyword || kind === NumberKeyword || kind === BooleanKeyword;
}

/** Returns whether the part of a union is `undefined`. */
export function isUndefined({ kind }: ts.TypeNode): boolean {
  return kind === compiler.SyntaxKind.UndefinedKeyword;
}

/** A member of an object type with a name and a type. */
export type PlainMember = ts.PropertySignature & { readonly name: ts.Identifier; readonly type: ts.TypeNode };

/** Returns whether all members of an object type are properties with a name and a type. */
export function areNamed(members: readonly ts.TypeElement[]): members is readonly PlainMember[] {
  return members.every(
    (member) => compiler.isPropertySignature(member) && compiler.isIdentifier(member.name) && member.type !== undefined,
  );
}

function isPlainPart(part: ts.TypeNode): boolean {
  const { SyntaxKind } = compiler;
  if (isScalarKeyword(part)) return true;
  if (compiler.isLiteralTypeNode(part))
    return part.literal.kind === SyntaxKind.NullKeyword || compiler.isStringLiteral(part.literal);
  if (compiler.isArrayTypeNode(part)) return isPresent(part.elementType);
  if (compiler.isTupleTypeNode(part)) return part.elements.length > 0 && part.elements.every(isPlainElement);
  return compiler.isTypeLiteralNode(part) && isPlainObject(part);
}

function isPlainElement(element: ts.TypeNode): boolean {
  if (!compiler.isNamedTupleMember(element)) return isPresent(element);
  return !element.questionToken && !element.dotDotDotToken && isPresent(element.type);
}

function isPlainObject(type: ts.TypeLiteralNode): boolean {
  const members: readonly ts.TypeElement[] = type.members;
  if (members.length === 0 || !areNamed(members) || members.some(mayBeTagOfBlock)) return false;
  const names = new Set(members.map(({ name }) => name.text));
  return names.size === members.length && members.every((member) => isPlainType(member.type));
}

/** Returns whether the object may be a content block, which the general reader of types recognises. */
function mayBeTagOfBlock({ name, type }: PlainMember): boolean {
  return name.text === 'type' && partsOf(type).some(compiler.isLiteralTypeNode);
}

/** Returns false for undefined inside lists, which the general reader of types handles. */
function isPresent(type: ts.TypeNode): boolean {
  return isPlainType(type) && !partsOf(type).some(isUndefined);
}

/**
 * Returns whether the parts differ: the checker merges equal parts, and two lists may be equal, but objects written out never
 * are.
 */
function areDistinct(parts: readonly ts.TypeNode[]): boolean {
  if (parts.length < 2) return true;
  const told = parts.filter((part) => !compiler.isTypeLiteralNode(part));
  const keys = told.map((part) =>
    compiler.isLiteralTypeNode(part) && compiler.isStringLiteral(part.literal)
      ? `'${part.literal.text}`
      : compiler.isLiteralTypeNode(part)
        ? 'null'
        : part.kind,
  );
  return new Set(keys).size === keys.length;
}

function withoutBrackets(type: ts.TypeNode): ts.TypeNode {
  if (compiler.isParenthesizedTypeNode(type)) return withoutBrackets(type.type);
  const isReadonly = compiler.isTypeOperatorNode(type) && type.operator === compiler.SyntaxKind.ReadonlyKeyword;
  return isReadonly ? withoutBrackets(type.type) : type;
}
