/**
 * The numbers that a server sends to the dashboard. Times are milliseconds since 1970, durations are milliseconds.
 */

/** Calls of a period. Percentiles are absent without calls. */
export interface CallSums {
  readonly calls: number;
  readonly failures: number;
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
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
  readonly perStep: readonly number[];
}

/** The calls of one server. */
export interface ServerCalls extends CallSums {
  readonly server: string;
  readonly steps: readonly StepCalls[];
  readonly components: readonly ComponentCalls[];
}

/** A call that runs. */
export interface RunningCall {
  readonly id: string;
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** Empty if readers must not see it. */
  readonly caller: string;
  readonly forMs: number;
}

/** A call that failed. */
export interface FailedCall {
  readonly at: number;
  readonly server: string;
  readonly method: string;
  readonly name: string;
  /** Empty if readers must not see it. */
  readonly caller: string;
  readonly tookMs: number;
  readonly problem: string;
  /** Empty if readers must not see it. */
  readonly message: string;
  readonly incident?: string;
}

/** A new build of a plugin. */
export interface BuildSwap {
  readonly at: number;
  readonly plugin: string;
  readonly version: string;
}

/** The state of a remote server. */
export interface RemoteServer {
  readonly server: string;
  readonly state: string;
  readonly latencyMs?: number;
  readonly lastError?: { readonly at: number; readonly message: string };
}

/** A plugin and its serving build. */
export interface ServedPlugin {
  readonly name: string;
  readonly state: string;
  readonly link: string;
  readonly version?: string;
  readonly since?: number;
  /** The number of calls on older builds. */
  readonly draining?: number;
}

/** Everything on the dashboard. */
export interface DashboardData {
  readonly at: number;
  /** The number of minutes that sums are of. */
  readonly minutes: number;
  /** The length of a step in minutes. */
  readonly stepMinutes: number;
  readonly servers: readonly ServerCalls[];
  readonly running: readonly RunningCall[];
  readonly failures: readonly FailedCall[];
  readonly swaps: readonly BuildSwap[];
  readonly upstreams: readonly RemoteServer[];
  readonly plugins: readonly ServedPlugin[];
  /** Whether calls can be cancelled at the admin address. */
  readonly canCancel: boolean;
  readonly clients?: { readonly sessions: number; readonly streams: number };
  readonly memory?: { readonly resident: number };
  readonly uptimeSeconds?: number;
}
