/**
 * Arranges components by the namespaces in their names: `math.add` is the member `add` of `math`.
 */
import { NameTable, toMemberName } from './safe-names.js';

/** A component, or a namespace with its contents, and the member that exposes it. */
export type MemberTree<Item> =
  | { readonly kind: 'item'; readonly key: string; readonly item: Item }
  | { readonly kind: 'namespace'; readonly key: string; readonly members: readonly MemberTree<Item>[] };

interface Placed<Item> {
  readonly path: readonly string[];
  readonly item: Item;
}

/**
 * Arranges the members in the order of the components. When names clash, the component keeps its name and the namespace gets another.
 *
 * @param taken member names already in use at the top
 */
export function arrangeMembers<Item extends { readonly name: string }>(
  items: readonly Item[],
  taken: readonly string[] = [],
): readonly MemberTree<Item>[] {
  return arrange(
    items.map((item) => ({ path: pathOf(item.name), item })),
    new NameTable(taken),
  );
}

/** Splits a name into its path; a name with an empty part is not a path. */
function pathOf(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.includes('') ? [name] : parts;
}

function arrange<Item>(placed: readonly Placed<Item>[], table: NameTable): MemberTree<Item>[] {
  const own = placed.filter(({ path }) => path.length === 1);
  const keys = new Map(own.map((it) => [it, table.claim(toMemberName(it.path[0] ?? ''))]));
  const namespaces = new Map<string, Placed<Item>[]>();
  for (const { path, item } of placed) {
    const [first = '', ...rest] = path;
    if (rest.length > 0) namespaces.set(first, [...(namespaces.get(first) ?? []), { path: rest, item }]);
  }
  const spaceKeys = new Map([...namespaces.keys()].map((name) => [name, table.claim(toMemberName(name))]));

  const seen = new Set<string>();
  return placed.flatMap((it): MemberTree<Item>[] => {
    const key = keys.get(it);
    if (key !== undefined) return [{ kind: 'item', key, item: it.item }];
    const name = it.path[0] ?? '';
    if (seen.has(name)) return [];
    seen.add(name);
    const members = arrange(namespaces.get(name) ?? [], new NameTable());
    return [{ kind: 'namespace', key: spaceKeys.get(name) ?? name, members }];
  });
}
