/**
 * The calls of the last hour, as the dashboard shows them.
 */
import type { RunningCall } from './running-calls.js';

/** Calls of a period, and how long they took. Percentiles are in milliseconds; absent without calls. */
export interface CallSums {
  readonly calls: number;
  readonly failures: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
}

/** One minute of a server. */
export interface Minute extends CallSums {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The calls of one tool, prompt or method. */
export interface ComponentCalls extends CallSums {
  readonly method: string;
  /** Empty for methods without a name. */
  readonly name: string;
  /** Calls by minute, the oldest first. */
  readonly perMinute: readonly number[];
}

/** The calls of one server. */
export interface ServerCalls extends CallSums {
  readonly server: string;
  readonly minutes: readonly Minute[];
  /** Sorted by calls, the busiest first. */
  readonly components: readonly ComponentCalls[];
}

/** A new build of a plugin, and when it began to serve. */
export interface SwapMark {
  readonly at: number;
  readonly plugin: string;
  readonly version: string;
}

/** All recorded calls. */
export interface RecordedCalls {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly servers: readonly ServerCalls[];
  readonly running: readonly RunningCall[];
  readonly swaps: readonly SwapMark[];
}

/** Returns whether a reader may see a component of a server. */
export type IsShown = (server: string, method: string, name: string) => boolean;
