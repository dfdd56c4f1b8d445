/**
 * Says which component's code runs on this thread's stack now, in memory that another thread can read while this one is blocked.
 *
 * A call costs two stores at its start and one at its end. Code that goes on after an `await` is not seen.
 */

/** A component of a plugin, for people. */
export interface ComponentName {
  readonly plugin: string;
  /** `tool "work"`, `resource "notes://all"`. */
  readonly component: string;
}

/** The number of the component that runs, and of the one that began last; 0 for none. */
export const runningComponent = new Int32Array(new SharedArrayBuffer(8));

const names: ComponentName[] = [{ plugin: '', component: '' }];
const numbers = new Map<string, number>();
const listeners = new Set<() => void>();

/** Gives a component its number: the same for every generation of a plugin. */
export function numberOf(plugin: string, component: string): number {
  const key = JSON.stringify([plugin, component]);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, names.length);
  return names.push({ plugin, component }) - 1;
}

/** The component with this number; `undefined` for 0. */
export function componentName(number: number): ComponentName | undefined {
  return number === 0 ? undefined : names[number];
}

/** All names there are, from this number on. */
export function namesFrom(number: number): readonly ComponentName[] {
  return names.slice(number);
}

/** Tells those who follow the names that there are more of them. */
export function announceNames(): void {
  for (const listener of listeners) listener();
}

/** @returns what ends it */
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

/** The same function, seen while it runs. */
export function seenWithTwo<A, B, Result>(number: number, work: (a: A, b: B) => Result): (a: A, b: B) => Result {
  return (a, b) => {
    const before = begin(number);
    try {
      return work(a, b);
    } finally {
      runningComponent[0] = before;
    }
  };
}

/** The same function, seen while it runs. */
export function seenWithThree<A, B, C, Result>(
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

/** @returns what ran before */
function begin(number: number): number {
  const before = runningComponent[0] ?? 0;
  runningComponent[0] = number;
  runningComponent[1] = number;
  return before;
}
