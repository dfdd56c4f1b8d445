/**
 * Counts the ways that a search can take through one text concurrently, where that number does not grow with the text.
 */
import type { PatternAutomaton } from './pattern-automaton.js';
import { reachOf, type Steps } from './pattern-graph.js';

/** Limit on the different counts that are examined; beyond it the number is estimated. */
const mostCounts = 1_000;
/** Counting ends here: it is too many in any case. */
const mostWays = 1_000_000;

/** The number of ways that led to each state. */
type Counts = ReadonlyMap<number, number>;

/** Returns the maximum number of ways through any text from the start of a search, or an estimate above it. */
export function countWays(automaton: PatternAutomaton, steps: Steps): number {
  return countAll(automaton) ?? estimateWays(automaton, steps);
}

/** Returns all counts that texts lead to, each once; `undefined` when there are too many. */
function countAll(automaton: PatternAutomaton): number | undefined {
  // State 1 only skips the text before a match, one character at a time.
  const waiting: Counts[] = [new Map([[0, 1]])];
  const seen = new Set<string>();
  let most = 1;
  for (let counts = waiting.pop(); counts; counts = waiting.pop()) {
    for (let symbol = 0; symbol < automaton.symbolCount; symbol++) {
      const after = follow(automaton, counts, symbol);
      const key = JSON.stringify([...after].sort(([one], [other]) => one - other));
      if (after.size === 0 || seen.has(key)) continue;
      most = Math.max(
        most,
        [...after.values()].reduce((sum, ways) => sum + ways, 0),
      );
      if (most > mostWays) return most;
      if (seen.size >= mostCounts) return undefined;
      seen.add(key);
      waiting.push(after);
    }
  }
  return most;
}

function follow({ next, symbols }: PatternAutomaton, counts: Counts, symbol: number): Counts {
  const after = new Map<number, number>();
  for (const [state, ways] of counts) {
    for (const [to, edges] of next[state] ?? []) {
      if (to === 1 || !symbols[to]?.has(symbol)) continue;
      after.set(to, (after.get(to) ?? 0) + ways * edges);
    }
  }
  return after;
}

/** Estimates the ways as if all that begin with one character continued as long as any. */
function estimateWays({ next, symbols, symbolCount }: PatternAutomaton, steps: Steps): number {
  const reach = reachOf(steps);
  const known = new Map<number, number>();
  const leaving = (member: number, symbol: number, loop: readonly number[]): number => {
    const targets = [...(next[member] ?? [])].filter(([to]) => !loop.includes(to) && symbols[to]?.has(symbol));
    return targets.reduce((sum, [to, edges]) => sum + edges * waysFrom(to), 0);
  };
  const waysFrom = (state: number): number => {
    const before = known.get(state);
    if (before !== undefined) return before;
    const around = [...(reach[state] ?? [])].filter((other) => reach[other]?.has(state));
    const loop = around.length === 0 ? [state] : around;
    const all = Array.from({ length: symbolCount }, (_, symbol) => loop.map((member) => leaving(member, symbol, loop)));
    const ways = Math.min(loop.length * Math.max(1, ...all.flat()), mostWays);
    for (const member of loop) known.set(member, ways);
    return ways;
  };
  return waysFrom(0);
}
