/**
 * Finds the types that `infer` names in a condition, as the source writes them: `Month` for `F` in
 * `{ first: Month } extends { first: infer F }`. The checker infers the type without the name.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import { type Bindings, findReferenced, typeArgumentsOf, unwrapWritten, type WrittenType } from './written-type.js';

/** The functions that find parts of a written type. */
export interface PartFinder {
  /** Follows aliases, and types that select one other type. */
  readonly follow: (written: WrittenType) => WrittenType | undefined;
  /** Returns the type of a member, if it is one. */
  readonly selectMember: (object: WrittenType, name: string) => WrittenType | undefined;
}

/** Returns the types by the parameters that `infer` declares; `undefined` if the source does not determine each of them. */
export function inferBindings(
  reading: Reading,
  pattern: ts.TypeNode,
  value: WrittenType,
  finder: PartFinder,
): Bindings | undefined {
  const found = new Map<ts.Symbol, WrittenType>();
  const match = (node: ts.TypeNode, checked: WrittenType): boolean => {
    const wanted = unwrapWritten(reading, { node, bindings: new Map() })?.node ?? node;
    if (compiler.isInferTypeNode(wanted)) {
      const symbol = reading.checker.getSymbolAtLocation(wanted.typeParameter.name);
      if (!symbol || found.has(symbol)) return false;
      found.set(symbol, checked);
      return true;
    }
    if (!mentionsInfer(wanted)) return true;
    const followed = finder.follow(checked);
    return followed !== undefined && matchParts(wanted, followed);
  };
  const matchParts = (wanted: ts.TypeNode, { node, bindings }: WrittenType): boolean => {
    const matchNodes = (patterns: readonly ts.TypeNode[], nodes: readonly (ts.TypeNode | undefined)[]): boolean =>
      patterns.every((one, index) => {
        const inner = nodes[index];
        return !mentionsInfer(one) || (inner !== undefined && match(one, { node: inner, bindings }));
      });
    const items = itemsOf(reading, wanted);
    if (items) {
      const item = itemsOf(reading, node);
      return item !== undefined && match(items, { node: item, bindings });
    }
    if (compiler.isTypeLiteralNode(wanted))
      return wanted.members.every((member) => {
        const isNamed = compiler.isPropertySignature(member) && compiler.isIdentifier(member.name) && member.type;
        if (!isNamed) return !mentionsInfer(member);
        const selected = finder.selectMember({ node, bindings }, member.name.text);
        return selected !== undefined && match(isNamed, selected);
      });
    if (compiler.isTupleTypeNode(wanted)) {
      const isPlain = [...wanted.elements, ...(compiler.isTupleTypeNode(node) ? node.elements : [])].every(
        (element) => !compiler.isRestTypeNode(element),
      );
      return isPlain && compiler.isTupleTypeNode(node) && matchNodes(wanted.elements, node.elements);
    }
    if (compiler.isFunctionTypeNode(wanted))
      return (
        compiler.isFunctionTypeNode(node) &&
        matchNodes([wanted.type], [node.type]) &&
        !wanted.parameters.some(mentionsInfer)
      );
    const symbol = findReferenced(reading, { node: wanted, bindings });
    const isSame = symbol !== undefined && symbol === findReferenced(reading, { node, bindings });
    return isSame && matchNodes(typeArgumentsOf(wanted), typeArgumentsOf(node));
  };
  return match(pattern, value) ? found : undefined;
}

/** Returns the type of the items of a list without places. */
function itemsOf(reading: Reading, node: ts.TypeNode): ts.TypeNode | undefined {
  if (compiler.isArrayTypeNode(node)) return node.elementType;
  const symbol = findReferenced(reading, { node, bindings: new Map() });
  const isList = symbol?.name === 'Array' || symbol?.name === 'ReadonlyArray';
  return symbol && isList && reading.origins.isBuiltIn(symbol) ? typeArgumentsOf(node)[0] : undefined;
}

function mentionsInfer(node: ts.Node): boolean {
  return (
    compiler.isInferTypeNode(node) ||
    (compiler.forEachChild(node, (child) => mentionsInfer(child) || undefined) ?? false)
  );
}
