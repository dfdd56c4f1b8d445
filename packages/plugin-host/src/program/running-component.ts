/**
 * Records which component's code is on this thread's stack, in memory that another thread can read while this one is blocked.
 *
 * A call costs two stores at its start and one at its end. Code that goes on after an `await` is not recorded.
 */

/** The name of a plugin's component, for people. */
export interface ComponentName {
  readonly plugin: string;
  /** Its kind and name, such as `tool "work"` or `resource "notes://all"`. */
  readonly component: string;
}

/** The numbers of the running component and of the one that began last; 0 for none. */
export const runningComponent = new Int32Array(new SharedArrayBuffer(8));

const names: ComponentName[] = [{ plugin: '', component: '' }];
const numbers = new Map<string, number>();
const listeners = new Set<() => void>();

/** Returns a component's number, which is the same for every generation of a plugin. */
export function numberOf(plugin: string, component: string): number {
  const key = JSON.stringify([plugin, component]);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, names.length);
  return names.push({ plugin, component }) - 1;
}

/** Returns the component with this number; `undefined` for 0. */
export function componentName(number: number): ComponentName | undefined {
  return number === 0 ? undefined : names[number];
}

/** Returns all names from this number on. */
export function namesFrom(number: number): readonly ComponentName[] {
  return names.slice(number);
}

/** Notifies the followers of new names. */
export function announceNames(): void {
  for (const listener of listeners) listener();
}

/** @returns a function that ends it */
export function followNames(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `work` as the component of this number. Calls may be nested. */
export function runAs<Result>(number: number, work: () => Result): Result {
  const before = begin(number);
  try {
    return work();
  } finally {
    runningComponent[0] = before;
  }
}

/** Returns the function, recorded while it runs. */
export function trackTwoArguments<A, B, Result>(number: number, work: (a: A, b: B) => Result): (a: A, b: B) => Result {
  return (a, b) => {
    const before = begin(number);
    try {
      return work(a, b);
    } finally {
      runningComponent[0] = before;
    }
  };
}

/** Returns the function, recorded while it runs. */
export function trackThreeArguments<A, B, C, Result>(
  number: number,
  work: (a: A, b: B, c: C) => Result,
): (a: A, b: B, c: C) => Result {
  return (a, b, c) => {
    const before = begin(number);
    try {
      return work(a, b, c);
    } finally {
      runningComponent[0] = before;
    }
  };
}

/** @returns the number that was running before */
function begin(number: number): number {
  const before = runningComponent[0] ?? 0;
  runningComponent[0] = number;
  runningComponent[1] = number;
  return before;
}
