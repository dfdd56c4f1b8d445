/**
 * Bounds the time of a backtracking search for a regular expression: whether the number of ways through a text is polynomial in
 * its length, and with which power, or exponential.
 *
 * Two ways around one loop with the same text double with each turn; a text that goes around two consecutive loops can be divided
 * between them at any point. These are the ambiguities EDA and IDA of A. Weber and H. Seidl, "On the degree of ambiguity of
 * finite automata" (1991), found in products of the automaton with itself.
 */
import { parsePattern, type PatternTree } from './parse-pattern.js';
import { buildAutomaton, type PatternAutomaton } from './pattern-automaton.js';
import { countWays } from './count-ways.js';
import { allSteps, failingSteps, loopsOf, reachOf, type Loop, type Steps } from './pattern-graph.js';

/** A text of length n takes at most about `ways` times n to the power of `power`. */
export interface PatternCost {
  /** Infinity where the number of ways doubles every few characters, or where that could not be ruled out. */
  readonly power: number;
  readonly ways: number;
}

const endless: PatternCost = { power: Infinity, ways: 1 };

/** Limit on the triples of states that are examined; beyond it, a text counts as divisible between two loops. */
const mostTriples = 300_000;

const judged = new Map<string, PatternCost>();

/** Returns the cost of a search for `pattern`, a regular expression with the `u` flag. */
export function judgePattern(pattern: string): PatternCost {
  const known = judged.get(pattern);
  if (known) return known;
  const cost = judge(pattern);
  judged.set(pattern, cost);
  return cost;
}

function judge(pattern: string): PatternCost {
  const tree = parsePattern(pattern);
  const automaton = tree && !looksFarBehind(tree) ? buildAutomaton(tree) : undefined;
  if (!automaton) return endless;
  const steps = allSteps(automaton);
  const failing = failingSteps(steps, automaton.isCertain);
  const failingLoops = loopsOf(reachOf(failing));
  if (failingLoops.some((loop) => isDoubled(loop, failing) || isRepeated(loop, automaton))) return endless;
  const ways = countWays(automaton, steps);
  return { power: powerOf({ steps, failing, failingLoops, isCertain: automaton.isCertain }), ways };
}

/**
 * Returns whether a lookbehind has repetitions: its search starts everywhere, and runs in a direction that the automaton does not
 * model.
 */
function looksFarBehind(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'look':
      return tree.isBehind ? repeatsIn(tree.inner) : looksFarBehind(tree.inner);
    case 'sequence':
      return tree.parts.some(looksFarBehind);
    case 'choice':
      return tree.branches.some(looksFarBehind);
    case 'repeat':
      return looksFarBehind(tree.inner);
    default:
      return false;
  }
}

function repeatsIn(tree: PatternTree): boolean {
  if (tree.kind === 'sequence') return tree.parts.some(repeatsIn);
  if (tree.kind === 'choice') return tree.branches.some(repeatsIn);
  if (tree.kind === 'look') return repeatsIn(tree.inner);
  return tree.kind === 'repeat' || tree.kind === 'reference';
}

/** Returns whether one edge of the loop can be taken in two ways. */
function isRepeated(loop: Loop, { next }: PatternAutomaton): boolean {
  return [...loop].some((state) => [...(next[state] ?? [])].some(([to, ways]) => ways > 1 && loop.has(to)));
}

/** Returns whether two different ways lead around the loop with one text. */
function isDoubled(loop: Loop, steps: Steps): boolean {
  const pairOf = (one: number, other: number): number => one * steps.length + other;
  const before = new Map<number, number[]>();
  const waiting: (readonly [number, number])[] = [...loop].map((state) => [state, state] as const);
  for (const [one, other] of waiting) before.set(pairOf(one, other), []);
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [one, other] = pair;
    for (const [toOne, toOther] of stepsOfPair(pair, steps)) {
      if (!loop.has(toOne) || !loop.has(toOther)) continue;
      const key = pairOf(toOne, toOther);
      const known = before.get(key);
      if (known) known.push(pairOf(one, other));
      else {
        before.set(key, [pairOf(one, other)]);
        waiting.push([toOne, toOther]);
      }
    }
  }
  return returnsFromApart(
    [...loop].map((state) => pairOf(state, state)),
    before,
  );
}

/** Returns whether a pair of two different states comes back to one of `diagonal`. */
function returnsFromApart(diagonal: readonly number[], before: ReadonlyMap<number, readonly number[]>): boolean {
  const together = new Set(diagonal);
  const seen = new Set(diagonal);
  const waiting = [...diagonal];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (!together.has(pair)) return true;
    for (const earlier of before.get(pair) ?? []) {
      if (seen.has(earlier)) continue;
      seen.add(earlier);
      waiting.push(earlier);
    }
  }
  return false;
}

function stepsOfPair([one, other]: readonly [number, number], steps: Steps): readonly (readonly [number, number])[] {
  return (steps[one] ?? []).flatMap((targets, symbol) =>
    targets.flatMap((toOne) => (steps[other]?.[symbol] ?? []).map((toOther) => [toOne, toOther] as const)),
  );
}

interface Judging {
  readonly steps: Steps;
  readonly failing: Steps;
  readonly failingLoops: readonly Loop[];
  readonly isCertain: readonly boolean[];
}

/** Returns one, plus one for each loop of the longest chain of loops that a text can be divided between. */
function powerOf(judging: Judging): number {
  const { steps, failingLoops } = judging;
  const reach = reachOf(steps);
  const first = loopsOf(reach);
  const isAfter = (loop: Loop, later: Loop): boolean =>
    [...loop].some((state) => [...later].some((to) => !loop.has(to) && reach[state]?.has(to)));
  const known = new Map<Loop, number>();
  const dividedAfter = (loop: Loop): number => {
    const before = known.get(loop);
    if (before !== undefined) return before;
    known.set(loop, 0);
    const later = failingLoops.filter((other) => isAfter(loop, other));
    const most = Math.max(0, ...later.map((other) => Number(isDivided(loop, other, judging)) + dividedAfter(other)));
    known.set(loop, most);
    return most;
  };
  return 1 + Math.max(0, ...[...first, ...failingLoops].map(dividedAfter));
}

/** Returns whether some text goes around `loop`, from it to `later`, and around `later`, where the search may then fail. */
function isDivided(loop: Loop, later: Loop, judging: Judging): boolean {
  let left = mostTriples;
  for (const from of loop) {
    for (const to of later) {
      const search = new TripleSearch({ loop, later, from, to }, judging, left);
      if (search.finds()) return true;
      left -= search.looked;
      if (left <= 0) return true;
    }
  }
  return false;
}

interface Division {
  readonly loop: Loop;
  readonly later: Loop;
  readonly from: number;
  readonly to: number;
}

type Triple = readonly [first: number, between: number, last: number];

/** Searches for a text that leads from `from` to itself, from `from` to `to`, and from `to` to itself. */
class TripleSearch {
  looked = 0;

  constructor(
    private readonly division: Division,
    private readonly judging: Judging,
    private readonly most: number,
  ) {}

  finds(): boolean {
    const { from, to } = this.division;
    const seen = new Set<number>();
    const waiting: Triple[] = [[from, from, to]];
    for (let triple = waiting.pop(); triple; triple = waiting.pop()) {
      for (const next of this.#after(triple)) {
        if (next[0] === from && next[1] === to && next[2] === to) return true;
        const size = this.judging.steps.length;
        const key = (next[0] * size + next[1]) * size + next[2];
        if (seen.has(key)) continue;
        seen.add(key);
        waiting.push(next);
        if (++this.looked > this.most) return true;
      }
    }
    return false;
  }

  #after([first, between, last]: Triple): readonly Triple[] {
    const { steps, failing, isCertain } = this.judging;
    const { loop, later } = this.division;
    return (steps[first] ?? []).flatMap((firsts, symbol) => {
      const lasts = (failing[last]?.[symbol] ?? []).filter((to) => later.has(to));
      const all = steps[between]?.[symbol] ?? [];
      // Once a match is certain, only the states of the first loop continue.
      const mayLeave = !all.some((to) => isCertain[to] && !loop.has(to));
      const betweens = all.filter((to) => loop.has(to) || mayLeave);
      return firsts
        .filter((to) => loop.has(to))
        .flatMap((one) => betweens.flatMap((two) => lasts.map((three): Triple => [one, two, three])));
    });
  }
}
