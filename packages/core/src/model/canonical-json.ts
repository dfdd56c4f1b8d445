/**
 * Writes JSON in its canonical form, so that equal content has equal bytes and an equal CID.
 *
 * Keys are sorted, so `properties` loses the order in which parameters were declared; `required` and a prompt's `arguments` are
 * arrays and keep it. Knows nothing of manifests.
 * Spec: RFC 8785
 */

/**
 * Writes keys sorted by UTF-16 code units, numbers as ECMAScript prints them, and no white space. Omits members that are
 * `undefined`, as JSON.stringify does.
 *
 * @throws TypeError for values that JSON cannot express: NaN, infinities, functions, `undefined` inside an array
 */
export function canonicalJson(value: unknown): string {
  const writer = new Writer();
  writer.write(value);
  return writer.pieces.join('');
}

/** Collects pieces of text; one final join is faster than nested concatenation. */
class Writer {
  readonly pieces: string[] = [];
  /** Names recur, so each is quoted once. */
  readonly #quoted = new Map<string, string>();

  write(value: unknown): void {
    if (typeof value !== 'object' || value === null) this.pieces.push(writePlain(value));
    else if (Array.isArray(value)) this.#writeList(value);
    else this.#writeObject(value as Readonly<Record<string, unknown>>);
  }

  #writeList(items: readonly unknown[]): void {
    let separator = '[';
    for (const item of items) {
      this.pieces.push(separator);
      separator = ',';
      this.write(item);
    }
    this.pieces.push(separator === '[' ? '[]' : ']');
  }

  #writeObject(members: Readonly<Record<string, unknown>>): void {
    let separator = '{';
    for (const name of sortedNames(members)) {
      const member = members[name];
      if (member === undefined) continue;
      this.pieces.push(separator, this.#quote(name));
      separator = ',';
      this.write(member);
    }
    this.pieces.push(separator === '{' ? '{}' : '}');
  }

  #quote(name: string): string {
    let quoted = this.#quoted.get(name);
    if (quoted === undefined) this.#quoted.set(name, (quoted = `${JSON.stringify(name)}:`));
    return quoted;
  }
}

function writePlain(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text;
}

/** Sorts names by code units. Most small objects are already in order, which is fast to check. */
function sortedNames(members: object): string[] {
  const names = Object.keys(members);
  for (let index = 1; index < names.length; index++) if (names[index]! < names[index - 1]!) return names.sort();
  return names;
}
