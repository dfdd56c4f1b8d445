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
  const writer = new Writer();
  writer.write(value);
  return writer.pieces.join('');
}

/** Collects the pieces of a text, which are quicker to join in the end than to put one into the other. */
class Writer {
  readonly pieces: string[] = [];
  /** Names come again and again, and are quoted once. */
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

/** By code units; the names of most small objects are in order already, which is quick to see. */
function sortedNames(members: object): string[] {
  const names = Object.keys(members);
  for (let index = 1; index < names.length; index++) if (names[index]! < names[index - 1]!) return names.sort();
  return names;
}
