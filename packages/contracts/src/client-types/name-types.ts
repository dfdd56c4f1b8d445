/**
 * Decides which types of a module get a declaration of their own, and names them.
 *
 * Types with equal text are one, whichever tool they come from. Names depend only on the order of first use.
 */
import { toTypeName, type NameTable } from './safe-names.js';
import { isSameNamed } from './same-type.js';
import { usesIn, type NamedType, type TypeNode } from './type-node.js';

/** The declarations of a module. */
export interface TypeNames {
  /** Types with a declaration, in the order of first use. */
  readonly declared: readonly NamedType[];
  /** Returns the name for a use of the type; undefined for a type that is written out at its use. */
  nameOf(named: NamedType): string | undefined;
}

/** Returns whether a type is written out where it is used, given the number of its uses. */
export type InlineRule = (named: NamedType, uses: number) => boolean;

/**
 * @param roots types that the module itself uses, in order
 * @param isInline is not called for types that contain themselves, which always have a declaration
 */
export function nameTypes(roots: readonly TypeNode[], table: NameTable, isInline: InlineRule): TypeNames {
  const all = collect(roots);
  const sameAs = findSame(all);
  const same = (named: NamedType): NamedType => sameAs.get(named) ?? named;
  const distinct = [...new Set(all.map(same))];
  const uses = countUses([...roots, ...distinct.map(({ type }) => type)], same);
  const declared = distinct.filter((named) => isRecursive(named) || !isInline(named, uses.get(named) ?? 0));
  const names = new Map(declared.map((named) => [named, claimName(named, table)]));
  return { declared, nameOf: (named) => names.get(same(named)) };
}

/** Collects all reachable types, parents before children. */
function collect(roots: readonly TypeNode[]): readonly NamedType[] {
  const found = new Set<NamedType>();
  const waiting = roots.flatMap(usesIn).toReversed();
  for (let named = waiting.pop(); named; named = waiting.pop()) {
    if (found.has(named)) continue;
    found.add(named);
    waiting.push(...usesIn(named.type).toReversed());
  }
  return [...found];
}

/** Maps each type to the first one with equal text. */
function findSame(all: readonly NamedType[]): ReadonlyMap<NamedType, NamedType> {
  const byName = new Map<string, NamedType[]>();
  const sameAs = new Map<NamedType, NamedType>();
  for (const named of all) {
    const others = byName.get(named.wantedName) ?? [];
    byName.set(named.wantedName, others);
    const same = others.find((other) => isSameNamed(other, named));
    if (same) sameAs.set(named, same);
    else others.push(named);
  }
  return sameAs;
}

function countUses(types: readonly TypeNode[], same: (named: NamedType) => NamedType): Map<NamedType, number> {
  const counts = new Map<NamedType, number>();
  for (const named of types.flatMap(usesIn).map(same)) counts.set(named, (counts.get(named) ?? 0) + 1);
  return counts;
}

function isRecursive(named: NamedType): boolean {
  return collect([named.type]).includes(named);
}

function claimName({ wantedName, owner }: NamedType, table: NameTable): string {
  const name = toTypeName(wantedName);
  return owner === '' ? table.claim(name) : table.claim(name, toTypeName(`${owner} ${name}`));
}
