/**
 * A value that may be there at once, or later.
 *
 * Most calls end within the tick in which they came. Handed on as they are, instead of through a promise at each layer, they
 * cost half as much.
 */

/** A value, or the promise of one. A function that gives one may also throw at once. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Returns whether the value has to be awaited; everything that `await` would wait for counts. */
export function isPromise<Value>(value: MaybePromise<Value>): value is Promise<Value> {
  const kind = typeof value;
  if (kind !== 'object' && kind !== 'function') return false;
  return value !== null && typeof (value as { then?: unknown }).then === 'function';
}
