/**
 * The limits of each step of a plugin's life, and of decoding its arguments, with their defaults.
 */
import { defaultDecodeSteps } from '@sigil/core/building';

/** In milliseconds, except `maxDrainingGenerations`, `maxDrainingHeapPercent`, `maxCarryLength` and `maxDecodeSteps`. */
export interface HostLimits {
  /** Reading the build from its source. Default: 10,000. */
  readonly readTimeoutMs: number;
  /** Wait before another try at a source that could not be read, or was too busy for a note; doubles each time. Default: 1,000. */
  readonly originRetryMs: number;
  /** The longest such wait. Default: 60,000. */
  readonly maxOriginRetryMs: number;
  /** Loading the code and constructing its classes. Default: 10,000. */
  readonly openTimeoutMs: number;
  /** The plugin's own `start()`. Default: 10,000. */
  readonly startTimeoutMs: number;
  /** The plugin's own `health()`. Default: 5,000. */
  readonly healthTimeoutMs: number;
  /** Wait after the code failed to start, at its first use or while nothing else serves; doubles each time. Default: 1,000. */
  readonly activationRetryMs: number;
  /** The longest such wait. Default: 60,000. */
  readonly maxActivationRetryMs: number;
  /** The plugin's own `stop()`; a worker or process that takes longer is ended. Default: 5,000. */
  readonly stopTimeoutMs: number;
  /** Time for which calls may run on after a swap; by default that of the longest task, so that a call's own limits end it. Default: 86,400,000. */
  readonly drainTimeoutMs: number;
  /** Time for which calls may run on when the plugin is closed or removed. Default: 30,000. */
  readonly closeDrainMs: number;
  /** Most replaced generations that calls may hold; beyond it, the calls of the oldest are aborted. 0 waits for no call. Default: 8. */
  readonly maxDrainingGenerations: number;
  /** Used share of this process's heap from which each swap aborts the calls of the oldest draining generation. Default: 80. */
  readonly maxDrainingHeapPercent: number;
  /** Time that clients with older lists are served after a swap; 0 for none. Default: 3,600,000. */
  readonly compatibilityWindowMs: number;
  /** Handing state from one generation to the next. Default: 5,000. */
  readonly carryTimeoutMs: number;
  /** The state that one part of a plugin carries, in characters of JSON text. Default: 16,777,216. */
  readonly maxCarryLength: number;
  /** Steps that decoding the arguments of one call may take. Default: 4,000,000. */
  readonly maxDecodeSteps: number;
}

const defaultHostLimits: HostLimits = Object.freeze({
  readTimeoutMs: 10_000,
  originRetryMs: 1_000,
  maxOriginRetryMs: 60_000,
  openTimeoutMs: 10_000,
  startTimeoutMs: 10_000,
  healthTimeoutMs: 5_000,
  activationRetryMs: 1_000,
  maxActivationRetryMs: 60_000,
  stopTimeoutMs: 5_000,
  drainTimeoutMs: 86_400_000,
  closeDrainMs: 30_000,
  maxDrainingGenerations: 8,
  maxDrainingHeapPercent: 80,
  compatibilityWindowMs: 3_600_000,
  carryTimeoutMs: 5_000,
  maxCarryLength: 16 * 1024 * 1024,
  maxDecodeSteps: defaultDecodeSteps,
});

/** The limits that may be 0. */
const mayBeZero: ReadonlySet<string> = new Set<keyof HostLimits>([
  'compatibilityWindowMs',
  'drainTimeoutMs',
  'closeDrainMs',
  'maxDrainingGenerations',
  'maxDrainingHeapPercent',
]);

/** @throws RangeError naming a limit that is not a whole number of at least 1 (at least 0 for the window and the limits of draining) */
export function chooseHostLimits(given: Partial<HostLimits>): HostLimits {
  const names = Object.keys(defaultHostLimits) as (keyof HostLimits)[]; // the keys are those of the type
  const chosen = Object.fromEntries(names.map((name) => [name, given[name] ?? defaultHostLimits[name]]));
  for (const [name, value] of Object.entries(chosen)) {
    const least = mayBeZero.has(name) ? 0 : 1;
    if (Number.isSafeInteger(value) && value >= least) continue;
    throw new RangeError(`limit ${name} must be a whole number of at least ${least}, got ${String(value)}`);
  }
  return chosen as unknown as HostLimits; // built from exactly these keys
}
