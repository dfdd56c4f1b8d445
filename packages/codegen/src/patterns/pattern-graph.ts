/**
 * The edges of a pattern's automaton by symbol, all of them and those of ways that may come to nothing, and the loops that they form.
 */
import type { PatternAutomaton } from './pattern-automaton.js';

/** By state, then by symbol: the states that follow. */
export type Steps = readonly (readonly (readonly number[])[])[];

/** The states of one loop: each can be reached from each. */
export type Loop = ReadonlySet<number>;

/** Every edge. */
export function allSteps({ size, symbolCount, next, symbols }: PatternAutomaton): Steps {
  return Array.from({ length: size }, (_, state) =>
    Array.from({ length: symbolCount }, (__, symbol) =>
      [...(next[state]?.keys() ?? [])].filter((to) => symbols[to]?.has(symbol)),
    ),
  );
}

/** The edges of ways that a search may have to give up: none to or from where a match is certain, nor where one is one symbol away. */
export function failingSteps(steps: Steps, isCertain: readonly boolean[]): Steps {
  return steps.map((bySymbol, state) =>
    bySymbol.map((targets) => (isCertain[state] || targets.some((to) => isCertain[to]) ? [] : targets)),
  );
}

/** For each state, those that can be reached from it by at least one edge. */
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

/** All loops, each once. */
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
