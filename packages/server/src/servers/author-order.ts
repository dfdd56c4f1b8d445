/**
 * Puts the components of a server into the order of their authors, wherever configuration names some of them.
 *
 * Knows nothing of entries but the component that each of them runs.
 */

/** The order of components, by their keys. */
export interface OrderedBy {
  /** The keys of everything that the server could offer, as its authors put them. */
  readonly authored: readonly string[];
  /** By the key of an entry: the key of what it runs. */
  readonly runs: ReadonlyMap<string, string>;
}

/**
 * A component stands where its author put it, an entry in the place of the component that it overrides, or else after the one
 * that it runs. Components that only the configuration has come last, in the given order: `mcps.json` sorts them by name.
 */
export function inAuthorOrder<Component>(
  offered: ReadonlyMap<string, Component>,
  { authored, runs }: OrderedBy,
): Map<string, Component> {
  const places = new Map(authored.map((key, place) => [key, place]));
  const placeOf = (key: string): number => {
    const ran = runs.get(key);
    return places.get(key) ?? (ran === undefined ? undefined : places.get(ran)) ?? authored.length;
  };
  const placed = [...offered].map((entry) => {
    const [key] = entry;
    return { entry, place: placeOf(key), isNew: !places.has(key) };
  });
  placed.sort((a, b) => a.place - b.place || Number(a.isNew) - Number(b.isNew));
  return new Map(placed.map(({ entry }) => entry));
}
