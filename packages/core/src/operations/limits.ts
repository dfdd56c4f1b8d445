/**
 * The engine's limits and their defaults. Each refuses with an error that names it; `docs/limits.md` has the table.
 */

export interface OperationLimits {
  /** Longest run of one tool, resource or prompt without any progress, in milliseconds. Waiting for the client does not count. */
  readonly callTimeoutMs: number;
  /** Longest run in all, however much progress it reports, in milliseconds. */
  readonly maxCallMs: number;
  /** Longest wait for the client's answer to one question, in milliseconds. */
  readonly askTimeoutMs: number;
  /** How long the state that a client carries between rounds can be used, in milliseconds. */
  readonly requestStateLifetimeMs: number;
  /** Longest result of one call, in characters of JSON text. */
  readonly maxResultLength: number;
  /** Deepest nesting of an incoming message. */
  readonly maxJsonDepth: number;
  /** Most components on one page of a list. */
  readonly pageSize: number;
  /** Most resources that one peer subscribes to. */
  readonly maxSubscriptions: number;
  /** Most messages in one batch. */
  readonly maxBatchLength: number;
}

export const defaultLimits: OperationLimits = {
  callTimeoutMs: 60_000,
  maxCallMs: 600_000,
  askTimeoutMs: 600_000,
  requestStateLifetimeMs: 600_000,
  maxResultLength: 10 * 1024 * 1024,
  maxJsonDepth: 64,
  pageSize: 50,
  maxSubscriptions: 1_000,
  maxBatchLength: 100,
};
