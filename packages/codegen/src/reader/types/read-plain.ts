/**
 * Reads members whose types are defined by their text alone, without the checker, which would give the same result.
 */
import type { ts } from 'ts-morph';
import type { ObjectNode, Property, SchemaNode, TupleNode } from '../../model/schema-node.js';
import { isBare } from '../docs/doc-source.js';
import { compiler } from '../program/compiler.js';
import { areNamed, isPlainType, isScalarKeyword, isUndefined, partsOf, type PlainMember } from './is-plain.js';
import { describeMember } from './describe-member.js';
import { markForeign } from './foreign-member.js';
import { describeElement } from './read-array.js';
import { joinBranches } from './join-branches.js';
import { siteOfMember, type PartReader, type TypeSite } from './type-site.js';

/** Returns the member of an object type at the site; `undefined` when its text alone does not define it. */
export function readPlainMember(reader: PartReader, symbol: ts.Symbol, site: TypeSite): Property | undefined {
  const { SymbolFlags } = compiler;
  const [declaration, ...others] = symbol.declarations ?? [];
  // A member made by a generic, mapped or joined type has the declaration of another member, with another type.
  const isDeclared = (symbol.flags & SymbolFlags.Property) !== 0 && !(symbol.flags & SymbolFlags.Transient);
  if (!isDeclared || !declaration || others.length > 0) return undefined;
  const isTyped = compiler.isPropertySignature(declaration) || compiler.isPropertyDeclaration(declaration);
  if (!isTyped || !declaration.type || !isPlainType(declaration.type)) return undefined;
  return readDeclared(reader, { name: symbol.getName(), declaration, type: declaration.type }, site);
}

interface DeclaredMember {
  readonly name: string;
  readonly declaration: ts.PropertySignature | ts.PropertyDeclaration;
  readonly type: ts.TypeNode;
}

function readDeclared(reader: PartReader, { name, declaration, type }: DeclaredMember, site: TypeSite): Property {
  if (isScalarKeyword(type) && isBare(declaration))
    return markForeign({ name, node: readKeyword(type), isRequired: !declaration.questionToken }, declaration);
  const declared = { reading: reader.reading, by: declaration };
  const place = siteOfMember(site, { name, written: undefined, declared });
  const node = describeMember(reader, readType(reader, type, place), { declaration, place });
  const isRequired = !declaration.questionToken && !partsOf(type).some(isUndefined);
  return markForeign({ name, node, isRequired }, declaration);
}

function readType(reader: PartReader, written: ts.TypeNode, site: TypeSite): SchemaNode {
  if (isScalarKeyword(written)) return readKeyword(written);
  const parts = partsOf(written).filter((part) => !isUndefined(part));
  const nodes = parts.map((part) => readPart(reader, part, site));
  const [only] = nodes;
  return (nodes.length > 1 ? joinBranches(nodes) : only) ?? { kind: 'never' };
}

function readPart(reader: PartReader, type: ts.TypeNode, site: TypeSite): SchemaNode {
  if (compiler.isTypeLiteralNode(type)) return readObject(reader, areNamed(type.members) ? type.members : [], site);
  if (compiler.isTupleTypeNode(type)) return readTuple(reader, type.elements, site);
  if (compiler.isArrayTypeNode(type)) {
    const member = siteOfMember(site, { step: '[]', written: undefined });
    return { kind: 'array', items: readType(reader, type.elementType, member) };
  }
  if (compiler.isLiteralTypeNode(type))
    return compiler.isStringLiteral(type.literal)
      ? { kind: 'literals', values: [type.literal.text] }
      : { kind: 'null' };
  return readKeyword(type);
}

function readKeyword({ kind }: ts.TypeNode): SchemaNode {
  const { SyntaxKind } = compiler;
  if (kind === SyntaxKind.StringKeyword) return { kind: 'string' };
  return { kind: kind === SyntaxKind.NumberKeyword ? 'number' : 'boolean' };
}

function readObject(reader: PartReader, members: readonly PlainMember[], site: TypeSite): ObjectNode {
  const properties = members.map((declaration) =>
    readDeclared(reader, { name: declaration.name.text, declaration, type: declaration.type }, site),
  );
  return { kind: 'object', properties };
}

function readTuple(reader: PartReader, elements: readonly ts.TypeNode[], site: TypeSite): TupleNode {
  const items = elements.map((element, index) => {
    const member = siteOfMember(site, { step: `[${index}]`, written: undefined });
    const label = compiler.isNamedTupleMember(element) ? element : undefined;
    const node = readType(reader, label?.type ?? element, member);
    return describeElement(reader, node, { label, isRest: false, member });
  });
  return { kind: 'tuple', items, required: items.length };
}
