/**
 * Every limit of what observes, with its default. `docs/reference/limits.md` says the same in words.
 */

export interface ObserveLimits {
  /** Most series of calls, each a server, a method and a name; calls beyond them count under the name `other`. */
  readonly maxCallSeries: number;
  /** Most series of calls that the dashboard remembers; calls beyond them count under the name `other`. */
  readonly maxDashboardSeries: number;
  /** Most lines of the audit trail that wait for a disk that takes none; beyond them lines are lost and counted. */
  readonly maxAuditWaiting: number;
  /** Most spans that wait for a collector; beyond them spans are lost and counted. */
  readonly maxTraceQueue: number;
}

export const defaultObserveLimits: ObserveLimits = {
  maxCallSeries: 5_000,
  maxDashboardSeries: 500,
  maxAuditWaiting: 10_000,
  maxTraceQueue: 2_048,
};
