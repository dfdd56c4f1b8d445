/**
 * Distinguishes an infinitely growing type from a merely large one: among nested instances of one generic type, each has larger
 * type arguments than the one around it.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';

/** The number of growing instances that counts as infinite; a type that ends at its hundredth level counts too. */
const minInstances = 8;

/** Returns whether the nesting of these types, outermost first, is infinite. */
export function isGrowing(reading: Reading, open: readonly ts.Type[]): boolean {
  const instances = new Map<ts.Symbol, ts.Type[]>();
  for (const type of open) {
    const declared = declaredBy(type);
    if (declared) instances.set(declared, [...(instances.get(declared) ?? []), type]);
  }
  const weights = new Map<ts.Type, number>();
  return [...instances.values()].some((series) => {
    const found = series.map((type) => weightOf(reading, type, weights));
    return (
      found.length >= minInstances && found.every((weight, index) => index === 0 || weight > (found[index - 1] ?? 0))
    );
  });
}

/** Returns the generic declaration that the type is an instance of. */
function declaredBy(type: ts.Type): ts.Symbol | undefined {
  if (type.aliasSymbol) return type.aliasTypeArguments ? type.aliasSymbol : undefined;
  return 'target' in type ? type.symbol : undefined;
}

/** Returns the size of the type as it would be written, including inner types. */
function weightOf(reading: Reading, type: ts.Type, known: Map<ts.Type, number>): number {
  const found = known.get(type);
  if (found !== undefined) return found;
  known.set(type, 1);
  const weight = partsOf(reading, type).reduce((sum, part) => sum + weightOf(reading, part, known), ownWeight(type));
  known.set(type, weight);
  return weight;
}

function ownWeight(type: ts.Type): number {
  return type.isStringLiteral() ? 1 + type.value.length : 1;
}

function partsOf({ checker }: Reading, type: ts.Type): readonly ts.Type[] {
  if (type.aliasTypeArguments) return type.aliasTypeArguments;
  if (type.isUnionOrIntersection()) return type.types;
  if (!(type.flags & compiler.TypeFlags.Object) || !('objectFlags' in type)) return [];
  const isReference = (Number(type.objectFlags) & compiler.ObjectFlags.Reference) !== 0;
  // Sound because the flag says that it is one.
  if (isReference) return checker.getTypeArguments(type as ts.TypeReference);
  const isLiteral = type.symbol !== undefined && (type.symbol.flags & compiler.SymbolFlags.TypeLiteral) !== 0;
  return isLiteral ? checker.getPropertiesOfType(type).map((member) => checker.getTypeOfSymbol(member)) : [];
}
