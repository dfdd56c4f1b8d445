/**
 * The engine's limits and their defaults. Each refuses with an error that names it; `docs/limits.md` has the table.
 */

export interface OperationLimits {
  /** Longest run of one tool, resource or prompt, in milliseconds. */
  readonly callTimeoutMs: number;
  /** Longest result of one call, in characters of JSON text. */
  readonly maxResultLength: number;
  /** Deepest nesting of an incoming message. */
  readonly maxJsonDepth: number;
  /** Most messages in one batch. */
  readonly maxBatchLength: number;
}

export const defaultLimits: OperationLimits = {
  callTimeoutMs: 60_000,
  maxResultLength: 10 * 1024 * 1024,
  maxJsonDepth: 64,
  maxBatchLength: 100,
};
