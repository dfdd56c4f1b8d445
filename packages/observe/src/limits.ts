/**
 * Every limit of observation, with its default. `docs/reference/limits.md` describes them.
 */

export interface ObserveLimits {
  /** Most series of calls, each a server, a method and a name; calls beyond them count under the name `other`. */
  readonly maxCallSeries: number;
  /** Most series of calls on the dashboard; calls beyond them count under the name `other`. */
  readonly maxDashboardSeries: number;
  /** Most lines of the audit trail that wait while the disk refuses them; further lines are lost and counted. */
  readonly maxAuditWaiting: number;
  /** Most spans that wait for a collector; further spans are lost and counted. */
  readonly maxTraceQueue: number;
}

export const defaultObserveLimits: ObserveLimits = {
  maxCallSeries: 5_000,
  maxDashboardSeries: 500,
  maxAuditWaiting: 10_000,
  maxTraceQueue: 2_048,
};
