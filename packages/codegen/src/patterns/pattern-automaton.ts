/**
 * Converts the tree of a regular expression to an automaton whose paths are the ways of a backtracking search: one state for each
 * written character, and edges with the number of ways to the next.
 *
 * Many repetitions become a loop, which has all paths of the repetition and more.
 */
import type { PatternTree } from './parse-pattern.js';
import { divideSymbols, everything } from './pattern-symbols.js';

/** States are numbers; a search begins in state 0, and state 1 skips the text before a match. */
export interface PatternAutomaton {
  readonly size: number;
  readonly symbolCount: number;
  /** For each state: the symbols that lead into it. */
  readonly symbols: readonly ReadonlySet<number>[];
  /** For each state: the states that may follow, with the number of ways. */
  readonly next: readonly ReadonlyMap<number, number>[];
  /** For each state: whether a search that reaches it finds a match, whatever follows. */
  readonly isCertain: readonly boolean[];
}

/** Larger automata are not built. */
const mostStates = 400;
/** A character repeated up to this often is copied; more repetitions become a loop. */
const mostCopies = 64;
/** A group repeated up to this often is copied. */
const mostGroups = 4;

type Condition = 'start' | 'end' | 'other';

interface Epsilon {
  readonly to: number;
  readonly condition?: Condition;
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

/** Builds the automaton of a search for `tree`; `undefined` when it would be too large. */
export function buildAutomaton(tree: PatternTree): PatternAutomaton | undefined {
  const builder = new AutomatonBuilder();
  return builder.build(tree);
}

class AutomatonBuilder {
  /** For each node: the nodes reachable without consuming a character. */
  readonly #epsilons: Epsilon[][] = [];
  /** For each node: the set that is consumed to reach the node after it. */
  readonly #sources = new Map<number, string>();
  #isTooLarge = false;

  build(tree: PatternTree): PatternAutomaton | undefined {
    const start = this.#node();
    const skip = this.#set(everything);
    this.#link(start, skip.from);
    this.#link(skip.to, skip.from);
    const whole = this.#write(tree);
    this.#link(start, whole.from);
    this.#link(skip.to, whole.from);
    if (this.#isTooLarge) return undefined;
    return this.#finish(start, whole.to);
  }

  #node(): number {
    if (this.#epsilons.length > 8 * mostStates) this.#isTooLarge = true;
    return this.#epsilons.push([]) - 1;
  }

  #link(from: number, to: number, condition?: Condition): void {
    this.#epsilons[from]?.push(condition ? { to, condition } : { to });
  }

  #set(source: string): Ends {
    const from = this.#node();
    this.#sources.set(from, source);
    return { from, to: this.#node() };
  }

  #write(tree: PatternTree): Ends {
    if (this.#isTooLarge) return { from: 0, to: 0 };
    switch (tree.kind) {
      case 'set':
        return this.#set(tree.source);
      case 'sequence':
        return this.#sequence(tree.parts.map((part) => () => this.#write(part)));
      case 'choice':
        return this.#choice(tree.branches);
      case 'repeat':
        return this.#repeat(tree);
      case 'assertion':
        return this.#conditional(tree.of === 'word' ? 'other' : tree.of);
      case 'look':
        return this.#look(tree.inner);
      case 'reference':
        return this.#sequence([
          () => this.#loop({ kind: 'set', source: everything }),
          () => this.#conditional('other'),
        ]);
    }
  }

  #sequence(parts: readonly (() => Ends)[]): Ends {
    const from = this.#node();
    let to = from;
    for (const write of parts) {
      const part = write();
      this.#link(to, part.from);
      to = part.to;
    }
    return { from, to };
  }

  #choice(branches: readonly PatternTree[]): Ends {
    const ends = { from: this.#node(), to: this.#node() };
    for (const branch of branches) {
      const written = this.#write(branch);
      this.#link(ends.from, written.from);
      this.#link(written.to, ends.to);
    }
    return ends;
  }

  #conditional(condition: Condition): Ends {
    const ends = { from: this.#node(), to: this.#node() };
    this.#link(ends.from, ends.to, condition);
    return ends;
  }

  /** Adds a lookaround as a separate way that leads nowhere; the search then continues from where it was. */
  #look(inner: PatternTree): Ends {
    const ends = this.#conditional('other');
    this.#link(ends.from, this.#write(inner).from);
    return ends;
  }

  #loop(inner: PatternTree): Ends {
    const ends = { from: this.#node(), to: this.#node() };
    const written = this.#write(inner);
    this.#link(ends.from, written.from);
    this.#link(ends.from, ends.to);
    this.#link(written.to, written.from);
    this.#link(written.to, ends.to);
    return ends;
  }

  #optional(inner: readonly (() => Ends)[]): Ends {
    const ends = { from: this.#node(), to: this.#node() };
    const written = this.#sequence(inner);
    this.#link(ends.from, written.from);
    this.#link(written.to, ends.to);
    this.#link(ends.from, ends.to);
    return ends;
  }

  #repeat({ inner, least, most }: Extract<PatternTree, { kind: 'repeat' }>): Ends {
    const mostOfThese = inner.kind === 'set' ? mostCopies : mostGroups;
    const once = (): Ends => this.#write(inner);
    // Too many to count, so the number no longer matters: at least one, and leaving the loop may fail.
    const many = [once, () => this.#loop(inner), () => this.#conditional('other')];
    const first = least > mostOfThese ? many : Array.from({ length: least }, () => once);
    if (least > mostOfThese || most === least) return this.#sequence(first);
    if (most === Infinity) return this.#sequence([...first, () => this.#loop(inner)]);
    const isFew = inner.kind === 'set' ? most - least <= 8 : most - least === 1;
    return this.#sequence([...first, isFew ? () => this.#upTo(most - least, once) : () => this.#loop(inner)]);
  }

  #upTo(count: number, once: () => Ends): Ends {
    return this.#optional(count === 1 ? [once] : [once, () => this.#upTo(count - 1, once)]);
  }

  #finish(start: number, end: number): PatternAutomaton | undefined {
    const consuming = [...this.#sources.keys()];
    if (consuming.length + 1 > mostStates) return undefined;
    const { count, symbolsOf } = divideSymbols(this.#sources.values());
    const stateOf = new Map(consuming.map((node, index) => [node, index + 1]));
    const ways = [start, ...consuming.map((node) => node + 1)].map((node, index) =>
      new Ways(this.#epsilons, end).from(node, index === 0),
    );
    if (ways.some(({ isEndless }) => isEndless)) return undefined;
    const next = ways.map(({ reached }) => {
      const rows = [...reached].flatMap(([node, number]) => {
        const state = stateOf.get(node);
        return state === undefined ? [] : [[state, number] as const];
      });
      return new Map(rows);
    });
    const none: ReadonlySet<number> = new Set();
    const symbols = [none, ...consuming.map((node) => symbolsOf.get(this.#sources.get(node) ?? '') ?? none)];
    // `[^]*$` matches the whole rest.
    const isRest = ways.map(
      ({ endsAtEnd }, state) => endsAtEnd && symbols[state]?.size === count && next[state]?.has(state) === true,
    );
    const isCertain = ways.map(
      ({ ends, endsAtEnd }, state) => ends || (endsAtEnd && [...(next[state]?.keys() ?? [])].some((to) => isRest[to])),
    );
    return { size: ways.length, symbolCount: count, symbols, next, isCertain };
  }
}

/** The ways from one node, without consuming a character, to nodes that consume one and to the end. */
class Ways {
  readonly reached = new Map<number, number>();
  /** True when the end is among the states, without a condition, or when nothing follows. */
  ends = false;
  endsAtEnd = false;
  isEndless = false;
  #turns = 0;

  constructor(
    private readonly epsilons: readonly (readonly Epsilon[])[],
    private readonly end: number,
  ) {}

  from(node: number, isAtStart: boolean): this {
    this.#walk(node, { isAtStart, isAtEnd: false, isConditional: false }, new Set());
    return this;
  }

  #walk(
    node: number,
    way: { readonly isAtStart: boolean; readonly isAtEnd: boolean; readonly isConditional: boolean },
    passed: Set<number>,
  ): void {
    if (passed.has(node) || this.isEndless) return;
    if (++this.#turns > 5000) this.isEndless = true;
    if (node === this.end && !way.isConditional) {
      this.endsAtEnd = true;
      if (!way.isAtEnd) this.ends = true;
    }
    // Nothing is consumed after the end of the text.
    if (!way.isAtEnd) this.reached.set(node, (this.reached.get(node) ?? 0) + 1);
    passed.add(node);
    for (const { to, condition } of this.epsilons[node] ?? []) {
      if (condition === 'start' && !way.isAtStart) continue;
      this.#walk(
        to,
        {
          isAtStart: way.isAtStart,
          isAtEnd: way.isAtEnd || condition === 'end',
          isConditional: way.isConditional || condition === 'other',
        },
        passed,
      );
    }
    passed.delete(node);
  }
}
