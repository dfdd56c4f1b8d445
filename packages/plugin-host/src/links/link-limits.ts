/**
 * What a worker or process may take, and how long it is given: the defaults, and how they are filled in.
 */
import type { LinkLimits } from './plugin-link.js';

/** The limits of `worker` and `process` links; times in milliseconds. */
export const defaultLinkLimits: LinkLimits = Object.freeze({
  maxHeapMb: 256,
  stuckMs: 10_000,
  restartDelayMs: 500,
  maxRestartDelayMs: 30_000,
  maxCrashes: 5,
  crashWindowMs: 60_000,
  circuitOpenMs: 60_000,
});
