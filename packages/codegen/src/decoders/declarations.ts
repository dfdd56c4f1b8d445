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
   * @param hint the name it would like to have; made an identifier and, where taken, numbered
   * @param body from the parameter list on: `(value) {…}`
   * @returns the name to call it by
   */
  declareFunction(hint: string, body: string): string {
    return this.#declare(hint, body, (name) => `function ${name}${body}`);
  }

  /** Declares a constant, unless one of the same value exists; answers with its name. */
  declareConstant(hint: string, value: string): string {
    return this.#declare(hint, value, (name) => `const ${name} = ${value};`);
  }

  /** A name for what is declared later with `define`, so that it can be used inside of itself. */
  reserve(hint: string): string {
    return freeName(hint, this.#taken);
  }

  /** Declares what `reserve` gave a name to. */
  define(declaration: string): void {
    this.#texts.push(declaration);
  }

  /** All declarations in the order they were made, so each constant stands after those it uses. */
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

/** Everything that no identifier may have. */
const otherCharacters = /[^A-Za-z0-9_$]+/g;

/** An identifier like `hint` that is not in `taken`, to which it is added. */
export function freeName(hint: string, taken: Names): string {
  const base = hint.replace(otherCharacters, '_');
  let number = taken.get(base) ?? 0;
  let name = base;
  // The number that was given last is where the search for the next begins.
  while (taken.has(name)) name = `${base}_${(number = Math.max(number, 1) + 1)}`;
  taken.set(base, number);
  taken.set(name, taken.get(name) ?? 0);
  return name;
}

/** Names that are in use, each with the highest number that was put after it. */
export type Names = Map<string, number>;
