/**
 * Finds a short text that a pattern matches, for messages: a model corrects an argument more surely by an example than by a
 * regular expression.
 *
 * Only guesses: each text is checked before it is returned, and patterns with back references or lookarounds often get none.
 */
import type { StringNode } from '../model/schema-node.js';
import { parsePattern, type PatternTree } from '../patterns/parse-pattern.js';

const longestExample = 60;

/** Returns a printable text that fits the node; `undefined` if it has a format or no pattern, or if none was found. */
export function exampleOf({ pattern, format, minLength = 0, maxLength = Infinity }: StringNode): string | undefined {
  const tree = pattern === undefined || format !== undefined ? undefined : parsePattern(pattern);
  if (pattern === undefined || !tree) return undefined;
  const expression = new RegExp(pattern, 'u');
  const fits = (text: string): boolean => {
    const { length } = [...text];
    return length >= Math.max(1, minLength) && length <= Math.min(maxLength, longestExample) && expression.test(text);
  };
  for (const repetitions of new Set([undefined, 1, 2, minLength, 0])) {
    const text = new ExampleWriter(repetitions).write(tree);
    if (text !== undefined && fits(text)) return text;
  }
  return undefined;
}

/** The characters of examples, those first that look most like an ordinary text. */
const alphabets = ['abcdefghijk', 'ABCDEFGHIJK', '1234567890', '_-. /:@#+,'];
/** The number of characters where any number of them may be. */
const usualLetters = 3;

/** Writes one text for a tree. Characters differ from place to place, so that the text looks like a real one. */
class ExampleWriter {
  readonly #used = alphabets.map(() => 0);
  #length = 0;

  /** @param repetitions of each part that may be repeated; by default as many as look usual */
  constructor(private readonly repetitions: number | undefined) {}

  write(tree: PatternTree): string | undefined {
    switch (tree.kind) {
      case 'set':
        return this.#character(tree.source);
      case 'sequence':
        return this.#join(tree.parts);
      case 'choice':
        return this.write(tree.branches.find((branch) => !isZero(branch)) ?? tree.branches[0] ?? tree);
      case 'repeat':
        return this.#join(Array.from({ length: this.#countOf(tree) }, () => tree.inner));
      case 'assertion':
      case 'look':
        return '';
      case 'reference':
        return undefined;
    }
  }

  #join(parts: readonly PatternTree[]): string | undefined {
    let text = '';
    for (const part of parts) {
      const written = this.write(part);
      if (written === undefined) return undefined;
      text += written;
    }
    return text;
  }

  #character(source: string): string | undefined {
    if (++this.#length > longestExample) return undefined;
    const only = literalOf(source);
    if (only !== undefined) return only;
    const expression = new RegExp(`^${source}$`, 'u');
    for (const [index, alphabet] of alphabets.entries()) {
      const character = take(alphabet, this.#used[index] ?? 0, expression);
      if (character === undefined) continue;
      this.#used[index] = (this.#used[index] ?? 0) + 1;
      return character;
    }
    return undefined;
  }

  #countOf({ inner, least, most }: Extract<PatternTree, { kind: 'repeat' }>): number {
    const isOptional = least === 0 && (most === 1 || inner.kind !== 'set');
    const usual = isOptional ? 0 : Math.max(least, isOfDigits(inner) ? 1 : usualLetters);
    return Math.min(most, longestExample, Math.max(least, this.repetitions ?? usual));
  }
}

/** Returns the first of the characters, from the one at `start` on, that the expression matches. */
function take(characters: string, start: number, expression: RegExp): string | undefined {
  const from = start % characters.length;
  return [...characters.slice(from), ...characters.slice(0, from)].find((character) => expression.test(character));
}

/** Returns the character of a set with one; an escape of a letter is a class. */
function literalOf(source: string): string | undefined {
  if (source.length === 1 && source !== '.') return source;
  return /^\\[^\p{L}\p{N}]$/u.test(source) ? source.slice(1) : undefined;
}

function isOfDigits(tree: PatternTree): boolean {
  if (tree.kind !== 'set') return false;
  const expression = new RegExp(`^${tree.source}$`, 'u');
  return alphabets.find((alphabet) => take(alphabet, 0, expression) !== undefined)?.startsWith('1') === true;
}

/** Returns whether the tree is the digit zero, the first alternative in the pattern of a number. */
function isZero(tree: PatternTree): boolean {
  if (tree.kind === 'sequence') return tree.parts.length === 1 && tree.parts.every(isZero);
  return tree.kind === 'set' && tree.source === '0';
}
