/**
 * The limits of a worker or process: memory, times and crashes, with their defaults.
 */
import type { LinkLimits } from './plugin-link.js';

/** The limits of `worker` and `process` links. */
export const defaultLinkLimits: LinkLimits = Object.freeze({
  maxHeapMb: 256,
  stuckMs: 10_000,
  restartDelayMs: 500,
  maxRestartDelayMs: 30_000,
  restartTimeoutMs: 10_000,
  restartWaitMs: 5_000,
  maxCrashes: 5,
  crashWindowMs: 60_000,
  circuitOpenMs: 60_000,
});

/** @throws RangeError naming the limit when one is not a whole number of at least 1 */
export function chooseLinkLimits(given: Partial<LinkLimits> = {}): LinkLimits {
  const chosen = { ...defaultLinkLimits, ...given };
  for (const [name, value] of Object.entries<unknown>(chosen)) {
    if (Number.isSafeInteger(value) && Number(value) >= 1) continue;
    throw new RangeError(`limit ${name} must be a whole number of at least 1, got ${String(value)}`);
  }
  return chosen;
}
