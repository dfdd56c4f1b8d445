/**
 * The end of a call as code hears of it that runs for every call: every `AbortSignal` is one, and one without an `AbortSignal` costs a
 * tenth of it.
 */

/** Tells that the work is no longer wanted. */
export interface AbortSource {
  readonly aborted: boolean;
  /** The error that it ended with; `undefined` before. */
  readonly reason: unknown;
  /** Tells of an abort that is to come, once. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
