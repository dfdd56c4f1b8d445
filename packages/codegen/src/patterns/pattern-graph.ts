/**
 * The edges of a pattern's automaton by symbol, both all edges and those of ways that may fail, and the loops that they form.
 */
import type { PatternAutomaton } from './pattern-automaton.js';

/** For each state and symbol: the states that follow. */
export type Steps = readonly (readonly (readonly number[])[])[];

/** The states of one loop, each reachable from every other. */
export type Loop = ReadonlySet<number>;

/** Returns every edge. */
export function allSteps({ size, symbolCount, next, symbols }: PatternAutomaton): Steps {
  return Array.from({ length: size }, (_, state) =>
    Array.from({ length: symbolCount }, (__, symbol) =>
      [...(next[state]?.keys() ?? [])].filter((to) => symbols[to]?.has(symbol)),
    ),
  );
}

/**
 * Returns the edges of ways that a search may have to abandon: none to or from a state where a match is certain or one symbol
 * away.
 */
export function failingSteps(steps: Steps, isCertain: readonly boolean[]): Steps {
  return steps.map((bySymbol, state) =>
    bySymbol.map((targets) => (isCertain[state] || targets.some((to) => isCertain[to]) ? [] : targets)),
  );
}

/** Returns, for each state, the states reachable from it by at least one edge. */
export function reachOf(steps: Steps): readonly ReadonlySet<number>[] {
  return steps.map((_, start) => {
    const reached = new Set<number>();
    const waiting = [start];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      for (const to of (steps[state] ?? []).flat()) {
        if (reached.has(to)) continue;
        reached.add(to);
        waiting.push(to);
      }
    }
    return reached;
  });
}

/** Returns all loops, each once. */
export function loopsOf(reach: readonly ReadonlySet<number>[]): readonly Loop[] {
  const seen = new Set<number>();
  const loops: Loop[] = [];
  for (const [state, reached] of reach.entries()) {
    if (seen.has(state) || !reached.has(state)) continue;
    const loop = new Set([...reached].filter((other) => reach[other]?.has(state)));
    for (const member of loop) seen.add(member);
    loops.push(loop);
  }
  return loops;
}
