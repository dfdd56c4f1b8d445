/**
 * Collects the top-level declarations of generated code; equal declarations are made once and share a name.
 */
export class Declarations {
  readonly #nameByBody = new Map<string, string>();
  readonly #taken: Names = new Map();
  readonly #texts: string[] = [];

  /**
   * Declares a function, unless one with the same parameters and body exists.
   *
   * @param hint the preferred name; converted to an identifier, and numbered if taken
   * @param body from the parameter list on: `(value) {…}`
   * @returns the function's name
   */
  declareFunction(hint: string, body: string): string {
    return this.#declare(hint, body, (name) => `function ${name}${body}`);
  }

  /** Declares a constant, unless one with the same value exists. Returns its name. */
  declareConstant(hint: string, value: string): string {
    return this.#declare(hint, value, (name) => `const ${name} = ${value};`);
  }

  /** Reserves a name for a later `define`, so that a declaration can refer to itself. */
  reserve(hint: string): string {
    return freeName(hint, this.#taken);
  }

  /** Declares the function or constant of a reserved name. */
  define(declaration: string): void {
    this.#texts.push(declaration);
  }

  /** Returns all declarations in the order they were made, so each constant comes after those it uses. */
  toString(): string {
    return this.#texts.join('\n');
  }

  #declare(hint: string, body: string, write: (name: string) => string): string {
    const known = this.#nameByBody.get(body);
    if (known) return known;

    const name = freeName(hint, this.#taken);
    this.#nameByBody.set(body, name);
    this.#texts.push(write(name));
    return name;
  }
}

/** Characters not allowed in an identifier. */
const otherCharacters = /[^A-Za-z0-9_$]+/g;

/** Returns an identifier like `hint` that is not in `taken`, and adds it there. */
export function freeName(hint: string, taken: Names): string {
  const base = hint.replace(otherCharacters, '_');
  let number = taken.get(base) ?? 0;
  let name = base;
  // The search for the next number starts at the last one given.
  while (taken.has(name)) name = `${base}_${(number = Math.max(number, 1) + 1)}`;
  taken.set(base, number);
  taken.set(name, taken.get(name) ?? 0);
  return name;
}

/** Names in use, each with its highest number so far. */
export type Names = Map<string, number>;
