/**
 * Keeps the order in which an author declared parameters and properties, beside a canonical JSON that sorts them.
 *
 * People and models read schemas from the top, so lists show what comes first first.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/**
 * Names in declared order, by the JSON Pointer of the `properties` or `$defs` object they stand in, from the manifest's root on.
 * Objects whose declared order is the sorted one are left out.
 */
export type DeclaredOrder = Readonly<Record<string, readonly string[]>>;

/** Finds the orders that sorting would lose in the manifest's members of these names, such as `tools`. */
export function findDeclaredOrder(members: JsonObject): DeclaredOrder {
  const found: [string, string[]][] = [];
  visit(members, [], (path, names) => {
    const isSorted = names.every((name, index) => index === 0 || names[index - 1]! < name);
    if (!isSorted) found.push([path.map((key) => `/${escapeKey(key)}`).join(''), names]);
  });
  return Object.fromEntries(found);
}

/** The members with all their properties in declared order; names that an order does not know come last. */
export function restoreDeclaredOrder(members: JsonObject, order: DeclaredOrder): JsonObject {
  return restoreObject(members, placesOf(order));
}

/** The path is one array for all visits, which nobody may keep. */
function visit(value: JsonValue, path: string[], onNames: (path: readonly string[], names: string[]) => void): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = path.at(-1);
  const keys = Object.keys(value);
  if ((holder === 'properties' || holder === '$defs') && isJsonObject(value)) onNames(path, keys);
  for (const key of keys) {
    path.push(key);
    visit((value as JsonObject)[key]!, path, onNames);
    path.pop();
  }
}

/** What an order says of one value and of those within it, so that nothing else is looked at. */
interface Place {
  names?: readonly string[];
  readonly inner: Map<string, Place>;
}

function placesOf(order: DeclaredOrder): Place {
  const root: Place = { inner: new Map() };
  for (const [pointer, names] of Object.entries(order)) {
    let place = root;
    for (const key of pointer.split('/').slice(1)) place = innerPlace(place, unescapeKey(key));
    place.names = names;
  }
  return root;
}

/** Changes the place that has none there yet. */
function innerPlace({ inner }: Place, key: string): Place {
  const known = inner.get(key);
  if (known) return known;
  const made: Place = { inner: new Map() };
  inner.set(key, made);
  return made;
}

function restore(value: JsonValue, place: Place | undefined): JsonValue {
  if (!place) return value;
  if (isJsonObject(value)) return restoreObject(value, place);
  if (!Array.isArray(value)) return value;
  return value.map((inner: JsonValue, index) => restore(inner, place.inner.get(String(index))));
}

function restoreObject(value: JsonObject, { names, inner }: Place): JsonObject {
  const entries = Object.entries(value).map(([key, member]) => [key, restore(member, inner.get(key))] as const);
  return sorted(entries, names);
}

function sorted(entries: readonly (readonly [string, JsonValue])[], names: readonly string[] | undefined): JsonObject {
  if (!names) return Object.fromEntries(entries);
  const placeOf = new Map(names.map((name, index) => [name, index]));
  const place = ([key]: readonly [string, JsonValue]): number => placeOf.get(key) ?? names.length;
  return Object.fromEntries([...entries].sort((a, b) => place(a) - place(b)));
}

function escapeKey(key: string): string {
  return key.replace(/~/g, '~0').replace(/\//g, '~1');
}

function unescapeKey(key: string): string {
  return key.replace(/~1/g, '/').replace(/~0/g, '~');
}
