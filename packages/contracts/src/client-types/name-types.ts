/**
 * Decides which types of a module get a declaration of their own, and what these are called.
 *
 * Types that read the same are one, whichever tool they came with. Names follow the order of first use and nothing else.
 */
import { toTypeName, type NameTable } from './safe-names.js';
import { isSameNamed } from './same-type.js';
import { usesIn, type NamedType, type TypeNode } from './type-node.js';

/** The declarations of a module. */
export interface TypeNames {
  /** Those with a declaration, in the order of first use. */
  readonly declared: readonly NamedType[];
  /** Returns the name that a use is written as; undefined for a type that is written out at its use. */
  nameOf(named: NamedType): string | undefined;
}

/** Which types are written out where they are used, given how often that is. */
export type InlineRule = (named: NamedType, uses: number) => boolean;

/**
 * @param roots what the module itself uses, in order
 * @param isInline is not asked about types that contain themselves, which always have a declaration
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

/** Everything that can be reached, parents before children. */
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

/** For each type the first one that reads the same. */
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
