/**
 * Matches the components of two manifests, and finds those that may have been renamed.
 */
import type { ManifestChange } from './changes/manifest-change.js';
import type { Pair } from './schemas/schema-change.js';

/** One kind of component: its identity, and a likeness that survives a rename. */
export interface ComponentKind<Component> {
  /** The singular noun, such as `tool`. */
  readonly noun: string;
  keyOf(component: Component): string;
  /** Returns the name that people read; the key if absent. */
  nameOf?(component: Component): string;
  /** Returns equal texts for components that could be one under two names. */
  likenessOf(component: Component): string;
}

/** Two keys of a component: `loose` is the same for more components than `strict`. */
export interface TwoKeys<Component> {
  loose(component: Component): string;
  strict(component: Component): string;
}

/** Returns the function that pairs by the loose key, and by the strict one where the loose one names two components of a side. */
export function looseKeys<Component>(
  { before, after }: Pair<readonly Component[]>,
  { loose, strict }: TwoKeys<Component>,
): (component: Component) => string {
  const shared = new Set([before, after].flatMap((side) => findShared(side.map(loose))));
  return (component) => (shared.has(loose(component)) ? strict(component) : loose(component));
}

function findShared(keys: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.has(key) || !seen.add(key));
}

/** Returns additions and removals, and the changes that `compare` finds in each pair. */
export function compareComponents<Component>(
  { before, after }: Pair<readonly Component[]>,
  kind: ComponentKind<Component>,
  compare: (pair: Pair<Component>, component: string) => ManifestChange[],
): ManifestChange[] {
  const older = new Map(before.map((it) => [kind.keyOf(it), it]));
  const newer = new Map(after.map((it) => [kind.keyOf(it), it]));
  const gone = before.filter((it) => !newer.has(kind.keyOf(it)));
  const added = after.filter((it) => !older.has(kind.keyOf(it)));
  const renames = findRenames({ before: gone, after: added }, kind);
  const paired = [...older].flatMap(([key, component]) => {
    const match = newer.get(key);
    return match === undefined ? [] : compare({ before: component, after: match }, nameOf(kind, component));
  });
  return [
    ...gone.map((it): ManifestChange => {
      const says = 'it is gone: callers get an error';
      const base = { level: 'breaking', kind: 'component-removed', component: nameOf(kind, it), says } as const;
      return { ...base, ...hintOf(renames, kind.keyOf(it), 'to') };
    }),
    ...added.map((it): ManifestChange => {
      const base = { level: 'minor', kind: 'component-added', component: nameOf(kind, it), says: 'it is new' } as const;
      return { ...base, ...hintOf(renames, kind.keyOf(it), 'from') };
    }),
    ...paired,
  ];
}

function nameOf<Component>(kind: ComponentKind<Component>, component: Component): string {
  return `${kind.noun} "${kind.nameOf?.(component) ?? kind.keyOf(component)}"`;
}

function hintOf(renames: ReadonlyMap<string, string>, key: string, way: 'from' | 'to'): { readonly hint?: string } {
  const other = renames.get(key);
  return other === undefined ? {} : { hint: `perhaps renamed ${way} "${other}"` };
}

/** Finds renames, in both directions: only where exactly one removed component resembles exactly one added component. */
function findRenames<Component>(
  { before, after }: Pair<readonly Component[]>,
  { keyOf, nameOf, likenessOf }: ComponentKind<Component>,
): ReadonlyMap<string, string> {
  const renames = before.flatMap((component): [string, string][] => {
    const likeness = likenessOf(component);
    const older = before.filter((it) => likenessOf(it) === likeness);
    const [newer, ...more] = after.filter((it) => likenessOf(it) === likeness);
    if (older.length > 1 || newer === undefined || more.length > 0) return [];
    const shown = (one: Component): string => nameOf?.(one) ?? keyOf(one);
    return [
      [keyOf(component), shown(newer)],
      [keyOf(newer), shown(component)],
    ];
  });
  return new Map(renames);
}
