/**
 * Waits, unless the work is given up.
 */
import type { AbortSource } from '@sigil/core/catalog';

/** @returns rejected with the signal's reason when it is aborted, also before */
export async function pause(ms: number, signal: AbortSource | undefined): Promise<void> {
  // It tells only of an abort that is to come.
  if (signal?.aborted) throw signal.reason;
  await new Promise<void>((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal?.addEventListener('abort', give);
  });
}
