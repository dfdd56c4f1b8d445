/**
 * The abort signal as per-call code sees it. Every `AbortSignal` is one; a source without an `AbortSignal` costs a tenth as much.
 */

/** Reports that the work is no longer wanted. */
export interface AbortSource {
  readonly aborted: boolean;
  /** The error that caused the abort; `undefined` before it. */
  readonly reason: unknown;
  /** Calls the listener once on a future abort, never for a past one. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
