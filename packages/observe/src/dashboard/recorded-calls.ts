/**
 * The calls of the last day, as the dashboard shows them.
 */
import type { RunningCall } from './running-calls.js';

/** Calls of a period, and how long they took. Percentiles are in milliseconds; absent without calls. */
export interface CallSums {
  readonly calls: number;
  readonly failures: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** The longest call, in milliseconds. Percentiles of a few calls say less. */
  readonly slowest?: number;
}

/** One step of a period: a minute, or a quarter of an hour. */
export interface StepCalls extends CallSums {
  /** Milliseconds since 1970. */
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

/** A new build of a plugin, and when it began to serve. */
export interface SwapMark {
  readonly at: number;
  readonly plugin: string;
  readonly version: string;
}

/** A call that failed. */
export interface FailedCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** The caller's id. */
  readonly caller: string;
  readonly tookMs: number;
  /** The kind of problem; `tool-error` if the tool's result says that it failed. */
  readonly problem: string;
  /** The text of the tool's result, without the incident id; at most 300 characters. Empty for other problems. */
  readonly message: string;
  /** The id of the entry in the operator's log, if there is one. */
  readonly incident?: string;
}

/** The number of minutes that sums are of. */
export type RecordedMinutes = 15 | 60 | 1440;

/** All recorded calls. */
export interface RecordedCalls {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly minutes: RecordedMinutes;
  /** The length of a step in minutes: 1, or 15 in a period of a day. */
  readonly stepMinutes: number;
  readonly servers: readonly ServerCalls[];
  /** The newest first, at most 50. */
  readonly failures: readonly FailedCall[];
  readonly running: readonly RunningCall[];
  readonly swaps: readonly SwapMark[];
}

/** Returns whether a reader may see a component of a server. */
export type IsShown = (server: string, method: string, name: string) => boolean;
