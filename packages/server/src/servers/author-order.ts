/**
 * Keeps a component at its author's place. An entry takes the place of the component that it overrides, or comes after the one
 * that it runs. Components that only the configuration has come last, in the given order: `mcps.json` sorts them by name.
 *
 * @param authored the keys of everything that the server could offer, in the authors' order
 * @param runs the key of the component that an entry runs, by the entry's key
 */
export function inAuthorOrder<Component>(
  offered: ReadonlyMap<string, Component>,
  authored: readonly string[],
  runs: ReadonlyMap<string, string>,
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
