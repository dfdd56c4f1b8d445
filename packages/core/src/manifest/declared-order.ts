/**
 * Preserves the declared order of parameters and properties beside a canonical JSON that sorts them.
 *
 * People and models read schemas from the top, so lists show members in declared order.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';

/**
 * Names in declared order, by the JSON Pointer of their `properties` or `$defs` object, from the manifest's root. Objects whose
 * declared order is already sorted are left out.
 */
export type DeclaredOrder = Readonly<Record<string, readonly string[]>>;

/** Finds the orders that sorting would lose in the named members of the manifest, such as `tools`. */
export function findDeclaredOrder(members: JsonObject): DeclaredOrder {
  const found: [string, string[]][] = [];
  visit(members, [], (path, names) => {
    const isSorted = names.every((name, index) => index === 0 || names[index - 1]! < name);
    if (!isSorted) found.push([path.map((key) => `/${escapeKey(key)}`).join(''), names]);
  });
  return Object.fromEntries(found);
}

/** Restores the declared order, in place. Names missing from an order come last; an order for a missing place is ignored. */
export function putInDeclaredOrder(members: JsonObject, order: DeclaredOrder): void {
  for (const pointer of Object.keys(order)) {
    const path = pointer.split('/');
    const last = path.length - 1;
    let holder: JsonValue | undefined = members;
    for (let at = 1; at < last; at++) holder = memberOf(holder, unescapeKey(path[at]!));
    const key = unescapeKey(path[last]!);
    const properties = memberOf(holder, key);
    if (isJsonObject(holder) && isJsonObject(properties)) setOwn(holder, key, ordered(properties, order[pointer]!));
  }
}

/** Visits every value. All visits share one path array, so `onNames` must not keep it. */
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

/** Finds a member of an object or of an array. */
function memberOf(holder: JsonValue | undefined, key: string): JsonValue | undefined {
  const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key);
  return isThere ? (holder as JsonObject)[key] : undefined;
}

function ordered(properties: JsonObject, names: readonly string[]): JsonObject {
  const sorted: JsonObject = {};
  for (const name of names) if (Object.hasOwn(properties, name)) setOwn(sorted, name, properties[name]!);
  for (const name in properties) if (!Object.hasOwn(sorted, name)) setOwn(sorted, name, properties[name]!);
  return sorted;
}

/** Assigns, which is faster, except for the name `__proto__`, which assignment treats specially. */
function setOwn(holder: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') (holder as { [key: string]: JsonValue })[key] = value;
  else Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

function escapeKey(key: string): string {
  return key.replace(/~/g, '~0').replace(/\//g, '~1');
}

function unescapeKey(key: string): string {
  if (!key.includes('~')) return key;
  return key.replace(/~1/g, '/').replace(/~0/g, '~');
}
