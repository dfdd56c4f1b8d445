import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgePattern } from './judge-pattern.js';
import { parsePattern, type PatternTree } from './parse-pattern.js';

/** A backtracking search like those of engines, which counts its steps and stops after too many. */
class Search {
  steps = 0;

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  finds(tree: PatternTree): boolean {
    for (let at = 0; at <= this.text.length; at++) if (this.#match(tree, at, () => true)) return true;
    return false;
  }

  #match(tree: PatternTree, at: number, go: (at: number) => boolean): boolean {
    if (++this.steps > this.most) return true;
    switch (tree.kind) {
      case 'set':
        return at < this.text.length && new RegExp(`^${tree.source}$`, 'u').test(this.text[at] ?? '') && go(at + 1);
      case 'sequence':
        return this.#sequence(tree.parts, at, go);
      case 'choice':
        return tree.branches.some((branch) => this.#match(branch, at, go));
      case 'repeat':
        return this.#repeat(tree, at, { go, done: 0 });
      case 'assertion':
        return (tree.of === 'start' ? at === 0 : at === this.text.length) && go(at);
      default:
        throw new Error(`no search for ${tree.kind}`);
    }
  }

  #sequence([first, ...rest]: readonly PatternTree[], at: number, go: (at: number) => boolean): boolean {
    return first ? this.#match(first, at, (next) => this.#sequence(rest, next, go)) : go(at);
  }

  #repeat(
    tree: Extract<PatternTree, { kind: 'repeat' }>,
    at: number,
    { go, done }: { readonly go: (at: number) => boolean; readonly done: number },
  ): boolean {
    const again = (next: number): boolean =>
      (next > at || done < tree.least) && this.#repeat(tree, next, { go, done: done + 1 });
    if (done < tree.most && this.#match(tree.inner, at, again)) return true;
    return done >= tree.least && go(at);
  }
}

const patterns = fc.letrec<{ part: string; whole: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('a', 'b', '[ab]', 'c', '[^c]'),
    fc
      .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,12}'))
      .map(([part, often]) => `(?:${part})${often}`),
    fc.tuple(tie('part'), tie('part')).map((parts) => `(?:${parts.join('|')})`),
    fc.array(tie('part'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')),
  ),
  whole: fc
    .tuple(fc.constantFrom('', '^'), tie('part'), fc.constantFrom('', '$', 'c$', 'd'))
    .map((parts) => parts.join('')),
})).whole;

const texts = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 }),
    fc.constantFrom('', 'c', 'd', 'ad'),
  )
  .map(
    ([turn, end]) =>
      (length: number) =>
        turn.repeat(length) + end,
  );

test('a search takes no more steps than judgePattern() predicts', () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, textOf) => {
      const { power, ways } = judgePattern(pattern);
      fc.pre(power <= 3 && ways <= 64);
      const tree = parsePattern(pattern);
      // Long enough to distinguish the powers; the search goes about ten calls deeper with each character.
      const text = textOf(70);
      const allowed = 4 * pattern.length * ways * text.length ** power;
      const search = new Search(text, allowed);

      if (tree) search.finds(tree);

      expect(search.steps).toBeLessThan(allowed);
    }),
    { numRuns: 1_500 },
  );
});
