/**
 * Waits until a command is asked to end.
 */

/** Resolves at once if it was already asked. */
export function waitForInterrupt(interrupted: AbortSignal): Promise<void> {
  if (interrupted.aborted) return Promise.resolve();
  return new Promise((resolve) => interrupted.addEventListener('abort', () => resolve(), { once: true }));
}
