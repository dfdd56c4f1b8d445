/**
 * The requests of a view that wait for the reader's decision.
 */
import { useRef, useState } from 'preact/hooks';
import type { Decision, OpenAsk, ViewAsk } from './view-asks.js';

/** The open requests in order, and the function that adds one. */
export interface Asks {
  readonly asks: readonly OpenAsk[];
  /** Resolves with the reader's decision; a request whose signal aborts is refused. */
  readonly decide: (ask: ViewAsk, signal: AbortSignal) => Promise<Decision>;
}

export function useAsks(): Asks {
  const [asks, setAsks] = useState<readonly OpenAsk[]>([]);
  const last = useRef(0);
  const decide = (ask: ViewAsk, signal: AbortSignal): Promise<Decision> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve('refused');
      const id = (last.current += 1);
      const end = (decision: Decision): void => {
        setAsks((all) => all.filter((it) => it.id !== id));
        resolve(decision);
      };
      signal.addEventListener('abort', () => end('refused'), { once: true });
      setAsks((all) => [...all, { id, ask, decide: end }]);
    });
  return { asks, decide };
}
