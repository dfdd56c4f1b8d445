/**
 * Writes JSON in its one canonical form, so that equal content has equal bytes and an equal CID.
 *
 * Keys are sorted, so the order in which parameters were declared does not survive in `properties`; `required` and a
 * prompt's `arguments` are arrays and keep it. Knows nothing of manifests.
 * Spec: RFC 8785
 */

/**
 * Keys sorted by UTF-16 code units, numbers as ECMAScript prints them, no white space. Members that are `undefined` are left
 * out, as in JSON.stringify.
 *
 * @throws TypeError for what JSON cannot say: NaN, infinities, functions, `undefined` inside an array
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalObject(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`);

  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text;
}

function canonicalObject(value: object): string {
  let members = '';
  // Sorting names without a comparison sorts by code units.
  for (const key of Object.keys(value).sort()) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${quote(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Most names need no escaping, and come again and again. */
function quote(name: string): string {
  return /^[\w$-]*$/.test(name) ? `"${name}"` : JSON.stringify(name);
}
