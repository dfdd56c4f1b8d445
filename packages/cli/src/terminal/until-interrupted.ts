/**
 * Waits until a command is asked to end.
 */

/** Resolves at once when it already was. */
export function untilInterrupted(interrupted: AbortSignal): Promise<void> {
  if (interrupted.aborted) return Promise.resolve();
  return new Promise((resolve) => interrupted.addEventListener('abort', () => resolve(), { once: true }));
}
