/**
 * Describes how replaced generations drain: for the log, the pages and the metrics.
 */

/** The limits that end a draining generation before its calls have ended. */
export type DrainLimit = 'drainTimeoutMs' | 'closeDrainMs' | 'maxDrainingGenerations' | 'maxDrainingHeapPercent';

/** `generation` is its number in its host. Generations that no call holds end without an event. */
export type DrainEvent =
  /** A generation was replaced or closed while calls run on it: they may finish there. */
  | { readonly kind: 'draining'; readonly generation: number; readonly calls: number }
  /** Calls of a replaced generation are aborted by this limit, so that its code can be stopped. */
  | { readonly kind: 'drain-aborted'; readonly generation: number; readonly calls: number; readonly limit: DrainLimit }
  /** A generation that drained has ended, `tookMs` milliseconds after it was replaced. */
  | { readonly kind: 'drained'; readonly generation: number; readonly tookMs: number };
