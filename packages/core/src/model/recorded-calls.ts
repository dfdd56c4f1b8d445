/**
 * The recorded calls of a server as JSON: written by the recorder of calls, read by the dashboard and `sigil top`.
 *
 * Times are milliseconds since 1970, durations are milliseconds.
 */

/** Calls of a period, and how long they took. Percentiles are absent without calls. */
export interface CallSums {
  readonly calls: number;
  readonly failures: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** The longest call. Percentiles of a few calls say less. */
  readonly slowest?: number;
}

/** One step of a period: a minute, or a quarter of an hour. */
export interface StepCalls extends CallSums {
  readonly at: number;
}

/** The calls of one tool, prompt or method. */
export interface ComponentCalls extends CallSums {
  readonly method: string;
  /** Empty for methods without a name. */
  readonly name: string;
  /** Calls by step, the oldest first. */
  readonly perStep: readonly number[];
}

/** The calls of one server. */
export interface ServerCalls extends CallSums {
  readonly server: string;
  readonly steps: readonly StepCalls[];
  /** Sorted by calls, the busiest first. */
  readonly components: readonly ComponentCalls[];
}

/** A call that runs. */
export interface RunningCall {
  /** Unique across processes. */
  readonly id: string;
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** The caller's id; empty if readers must not see it. */
  readonly caller: string;
  readonly forMs: number;
}

/** A call that failed. */
export interface FailedCall {
  readonly at: number;
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** The caller's id; empty if readers must not see it. */
  readonly caller: string;
  readonly tookMs: number;
  /** The kind of problem; `tool-error` if the tool's result says that it failed. */
  readonly problem: string;
  /** The text of the tool's result, without the incident id; at most 300 characters. Empty for other problems, or if readers must not see it. */
  readonly message: string;
  /** The id of the entry in the operator's log, if there is one. */
  readonly incident?: string;
}

/** A new build of a plugin, and when it began to serve. */
export interface BuildSwap {
  readonly at: number;
  readonly plugin: string;
  readonly version: string;
}

/** The number of minutes that sums are of. */
export type RecordedMinutes = 15 | 60 | 1440;

/** All recorded calls of a period. */
export interface RecordedCalls {
  readonly at: number;
  readonly minutes: RecordedMinutes;
  /** The length of a step in minutes: 1, or 15 in a period of a day. */
  readonly stepMinutes: number;
  readonly servers: readonly ServerCalls[];
  /** The newest first, at most 50. */
  readonly failures: readonly FailedCall[];
  /** The longest running first, at most 200. */
  readonly running: readonly RunningCall[];
  /** The oldest first. */
  readonly swaps: readonly BuildSwap[];
}
