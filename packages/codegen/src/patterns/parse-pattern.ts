/**
 * Parses a valid regular expression with the `u` flag into a tree of single characters and their combinations. For a character
 * class it keeps only the text.
 */

/** The syntax tree of a part of a regular expression. */
export type PatternTree =
  /** One character; `source` is the regular expression for it. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly inner: PatternTree; readonly least: number; readonly most: number }
  /** `^`, `$`, or a word boundary: consumes nothing, and may fail. */
  | { readonly kind: 'assertion'; readonly of: 'start' | 'end' | 'word' }
  | { readonly kind: 'look'; readonly inner: PatternTree; readonly isBehind: boolean }
  /** A back reference to a group's text. */
  | { readonly kind: 'reference' };

/** Returns the tree of `pattern`; `undefined` for syntax newer than this parser. */
export function parsePattern(pattern: string): PatternTree | undefined {
  const parser = new PatternParser(pattern);
  return parser.parse();
}

const looks: ReadonlyMap<string, boolean> = new Map([
  ['?=', false],
  ['?!', false],
  ['?<=', true],
  ['?<!', true],
]);

class PatternParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#tokens = tokensOf(pattern);
  }

  parse(): PatternTree | undefined {
    if (this.#tokens.some((token) => token === '(?')) return undefined;
    return this.#choice();
  }

  #choice(): PatternTree {
    const branches = [this.#sequence()];
    while (this.#tokens[this.#at] === '|') {
      this.#at++;
      branches.push(this.#sequence());
    }
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'choice', branches };
  }

  #sequence(): PatternTree {
    const parts: PatternTree[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token === '|' || token === ')') break;
      this.#at++;
      parts.push(this.#quantified(this.#term(token)));
    }
    return { kind: 'sequence', parts };
  }

  #term(token: string): PatternTree {
    if (token === '^') return { kind: 'assertion', of: 'start' };
    if (token === '$') return { kind: 'assertion', of: 'end' };
    if (token === '\\b' || token === '\\B') return { kind: 'assertion', of: 'word' };
    if (/^\\(?:[1-9]|k)/.test(token)) return { kind: 'reference' };
    if (!token.startsWith('(')) return { kind: 'set', source: token };
    const inner = this.#choice();
    this.#at++;
    const isBehind = looks.get(token.slice(1));
    return isBehind === undefined ? inner : { kind: 'look', inner, isBehind };
  }

  #quantified(inner: PatternTree): PatternTree {
    const found = boundsOf(this.#tokens[this.#at] ?? '');
    if (!found) return inner;
    this.#at++;
    return { kind: 'repeat', inner, least: found[0], most: found[1] };
  }
}

function boundsOf(token: string): readonly [least: number, most: number] | undefined {
  if (token.startsWith('*')) return [0, Infinity];
  if (token.startsWith('+')) return [1, Infinity];
  if (token.startsWith('?')) return [0, 1];
  const counted = /^\{(\d+)(,?)(\d*)\}/.exec(token);
  if (!counted) return undefined;
  const least = Number(counted[1]);
  if (counted[2] === '') return [least, least];
  return [least, counted[3] === '' ? Infinity : Number(counted[3])];
}

/**
 * Returns escapes, classes, group openings and quantifiers, each as one text; a group that changes flags opens with `(?` alone.
 */
function tokensOf(pattern: string): readonly string[] {
  const escape = String.raw`\\(?:u\{[0-9A-Fa-f]+\}|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|[^])`;
  const characterClass = String.raw`\[(?:\\[^]|[^\]\\])*\]`;
  const group = String.raw`\((?:\?(?:<?[=!]|:|<[^>]*>)?)?`;
  const quantifier = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`;
  return pattern.match(new RegExp(`${escape}|${characterClass}|${group}|${quantifier}|[^]`, 'gu')) ?? [];
}
