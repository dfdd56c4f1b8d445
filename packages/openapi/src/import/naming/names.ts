/**
 * Gives each thing a name of its own. Names that differ in case alone count as equal, since file systems and models mix them up.
 */

/** Words that cannot name a parameter or a variable in a module. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
    'import in instanceof new null return super switch this throw true try typeof var void while with implements interface let ' +
    'package private protected public static yield await async arguments eval undefined constructor'
  ).split(' '),
);

/** Returns whether the word has a meaning in the language. */
export function isReserved(name: string): boolean {
  return reservedWords.has(name);
}

/** The names of one scope. */
export class Names {
  readonly #taken = new Set<string>();

  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.#taken.add(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  /**
   * Takes the first candidate that is free; if none is, the last one with the next free number.
   *
   * @param longest characters of a name, the number included
   */
  take(candidates: readonly string[], longest = 120): string {
    const fitting = candidates.map((candidate) => candidate.slice(0, longest));
    const free = fitting.find((candidate) => !this.has(candidate)) ?? this.#number(fitting.at(-1) ?? 'name', longest);
    this.#taken.add(free.toLowerCase());
    return free;
  }

  #number(name: string, longest: number): string {
    for (let number = 2; ; number++) {
      const numbered = `${name.slice(0, longest - String(number).length)}${number}`;
      if (!this.has(numbered)) return numbered;
    }
  }
}
