/**
 * Reads the values that a tool passes on, of all types that Sigil decodes, as JSON or as text.
 */

/** Returns whether a value has members or items, so that a style decides how they are joined. */
export function isComposite(value: unknown): boolean {
  return itemsOf(value) !== undefined || membersOf(value) !== undefined;
}

/** Returns a list's items, without those that are `null` or `undefined`; `undefined` for anything but an array or a set. */
export function itemsOf(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value) && !(value instanceof Set)) return undefined;
  return [...value].filter(isPresent);
}

/** Returns an object's members in their order, without those that are `null` or `undefined`; `undefined` for anything else. */
export function membersOf(value: unknown): [string, unknown][] | undefined {
  if (typeof value !== 'object' || value === null || itemsOf(value)) return undefined;
  if (value instanceof Uint8Array || hasToJson(value)) return undefined;
  const members = value instanceof Map ? [...value].map(([key, it]) => [textOf(key), it]) : Object.entries(value);
  return (members as [string, unknown][]).filter(([, it]) => isPresent(it));
}

/** Returns a value as text: strings as they are, numbers and booleans as JSON has them, composite ones as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  const json = jsonOf(value);
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** Returns a value as JSON: dates and URLs as text, bytes as base64, maps as objects, sets as arrays, a `bigint` with all its digits. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString('base64'));
  if (value instanceof Set) return jsonOf([...value]);
  if (value instanceof Map) return jsonOf(Object.fromEntries([...value].map(([key, it]) => [textOf(key), it])));
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (hasToJson(value)) return jsonOf(value.toJSON());
  const members = Object.entries(value).filter(([, it]) => it !== undefined);
  return `{${members.map(([key, it]) => `${JSON.stringify(key)}:${jsonOf(it)}`).join()}}`;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
