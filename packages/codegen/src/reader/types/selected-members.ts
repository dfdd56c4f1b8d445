/**
 * The types that keys select from a tuple, a mapped type or an object.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';
import type { Bindings, WrittenType } from './written-type.js';

/** A type that another one selects; the doc tags of the member that it was selected from apply to it. */
export interface SelectedType extends WrittenType {
  readonly member?: ts.Declaration;
}

/** Returns the syntax of the member of a mapped type for one key. */
export function memberOfMapped(
  reading: Reading,
  mapped: ts.MappedTypeNode,
  bindings: Bindings,
  key: string,
): WrittenType | undefined {
  const parameter = reading.checker.getSymbolAtLocation(mapped.typeParameter.name);
  const { constraint } = mapped.typeParameter;
  if (!mapped.type || !parameter || !constraint) return undefined;
  return { node: mapped.type, bindings: new Map([...bindings, [parameter, { node: constraint, bindings, key }]]) };
}

/** Returns the members of a mapped type at these keys; `undefined` if it renames its keys. */
export function selectMapped(
  reading: Reading,
  { node, bindings }: WrittenType,
  keys: readonly ts.Type[],
): readonly SelectedType[] | undefined {
  // The keys of one that renames them are not those of its members.
  if (!compiler.isMappedTypeNode(node) || node.nameType) return undefined;
  return keys.flatMap((key) => {
    const name = key.isStringLiteral() || key.isNumberLiteral() ? String(key.value) : undefined;
    return (name !== undefined && memberOfMapped(reading, node, bindings, name)) || [];
  });
}

/** Returns the property or the index signature that a key selects. */
export function memberAt(checker: ts.TypeChecker, type: ts.Type, key: ts.Type): ts.Symbol | ts.IndexInfo | undefined {
  const name = key.isStringLiteral() || key.isNumberLiteral() ? String(key.value) : undefined;
  const property = name === undefined ? undefined : checker.getPropertyOfType(type, name);
  if (property) return property;
  const { Number: number, NumberLike } = compiler.TypeFlags;
  const infos = checker.getIndexInfosOfType(type);
  return infos.find(({ keyType }) => key.flags & NumberLike && keyType.flags & number) ?? infos[0];
}

/** Returns the members of a tuple, or the parameters, whose indexes are among the keys. */
export function selectAt(
  keys: readonly ts.Type[],
  types: readonly (ts.TypeNode | undefined)[],
  bindings: Bindings,
): readonly SelectedType[] {
  return types.flatMap((node, index) => {
    const isSelected = keys.some((key) => (key.isLiteral() ? String(key.value) === String(index) : true));
    return node && isSelected ? [{ node, bindings }] : [];
  });
}
