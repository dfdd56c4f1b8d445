/**
 * Waits for a time, unless a signal aborts.
 */
import type { AbortSource } from '@sigil/core/catalog';
import { inBackground } from './background-timer.js';

type Timer = ReturnType<typeof setTimeout>;

/** @returns rejects with the signal's reason when the signal aborts or has aborted */
export async function pause(ms: number, signal: AbortSource | undefined): Promise<void> {
  await wait(ms, signal, (timer) => timer);
}

/** Does the same, but does not keep the process running. */
export async function pauseInBackground(ms: number, signal: AbortSource | undefined): Promise<void> {
  await wait(ms, signal, inBackground);
}

async function wait(ms: number, signal: AbortSource | undefined, configure: (timer: Timer) => Timer): Promise<void> {
  // The listener would not see an abort that has already happened.
  if (signal?.aborted) throw signal.reason;
  await new Promise<void>((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const over = (): void => {
      signal?.removeEventListener('abort', give);
      resolve();
    };
    const timer = configure(setTimeout(over, ms));
    signal?.addEventListener('abort', give);
  });
}
