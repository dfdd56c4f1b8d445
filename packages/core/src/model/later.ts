/**
 * A value that may be available synchronously or later.
 *
 * Most calls end in the tick in which they arrive, and those of `async` methods in the tick in which their promise settles. If
 * each layer between a method and its answer made its own promise, the whole call would cost half as much again.
 */

/** A value, or a promise of one. A function that returns one may also throw synchronously. */
export type MaybePromise<Value> = Value | PromiseLike<Value>;

/** Returns whether the value must be awaited; any thenable counts. */
export function isPromise<Value>(value: MaybePromise<Value>): value is PromiseLike<Value> {
  const kind = typeof value;
  if (kind !== 'object' && kind !== 'function') return false;
  return value !== null && typeof (value as { then?: unknown }).then === 'function';
}

type Handler<Given, Result> = ((given: Given) => MaybePromise<Result>) | null | undefined;

/**
 * A promise that calls its handlers synchronously when it settles, or immediately if it already has. An error that nobody handles
 * is lost, so the last link of a chain must handle it.
 */
export class Later<Value> implements PromiseLike<Value> {
  #state: 'open' | 'resolved' | 'rejected' = 'open';
  #outcome: unknown = undefined;
  /** Most have exactly one follower. */
  #follower: Later<unknown> | undefined = undefined;
  #otherFollowers: Later<unknown>[] | undefined = undefined;
  #onValue: Handler<unknown, Value> = undefined;
  #onError: Handler<unknown, Value> = undefined;

  // oxlint-disable-next-line unicorn/no-thenable -- it is to be awaited like any promise
  then<Kept = Value, Mended = never>(
    onValue?: Handler<Value, Kept>,
    onError?: Handler<unknown, Mended>,
  ): Later<Kept | Mended> {
    const next = makeLater<Kept | Mended>();
    // Followers accept handlers for any value; each handler only receives the type it was made for.
    next.#onValue = onValue as Handler<unknown, Kept>;
    next.#onError = onError;
    this.#followWith(next as Later<unknown>);
    return next;
  }

  #followWith(next: Later<unknown>): void {
    if (this.#state !== 'open') next.#take(this);
    else if (!this.#follower) this.#follower = next;
    else (this.#otherFollowers ??= []).push(next);
  }

  get isSettled(): boolean {
    return this.#state !== 'open';
  }

  /** Settles as the promise does. */
  follow(promise: PromiseLike<Value>): void {
    if (isLater(promise)) {
      promise.#followWith(this as Later<unknown>);
      return;
    }
    promise.then(
      (value) => this.resolve(value),
      (error: unknown) => this.reject(error),
    );
  }

  /** Has no effect once settled. */
  resolve(value: Value): void {
    this.#settle('resolved', value);
  }

  /** Has no effect once settled. */
  reject(error: unknown): void {
    this.#settle('rejected', error);
  }

  #settle(state: 'resolved' | 'rejected', outcome: unknown): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    this.#outcome = outcome;
    const follower = this.#follower;
    const others = this.#otherFollowers;
    this.#follower = undefined;
    this.#otherFollowers = undefined;
    if (follower) follower.#take(this);
    for (const other of others ?? []) other.#take(this);
  }

  /** Settles with the outcome of another one, passed through the handlers. */
  #take(settled: Later<unknown>): void {
    const handler = settled.#state === 'resolved' ? this.#onValue : this.#onError;
    this.#onValue = undefined;
    this.#onError = undefined;
    const outcome = settled.#outcome;
    if (!handler) {
      if (settled.#state === 'resolved') this.resolve(outcome as Value);
      else this.reject(outcome);
      return;
    }
    let result;
    try {
      result = handler(outcome);
    } catch (error) {
      this.reject(error);
      return;
    }
    if (isPromise(result)) this.follow(result);
    else this.resolve(result);
  }
}

// Declared outside the class because the bundler renames a class that refers to itself.
function isLater<Value>(promise: PromiseLike<Value>): promise is Later<Value> {
  return promise instanceof Later;
}

function makeLater<Value>(): Later<Value> {
  return new Later();
}

/** Converts a promise to one whose handlers run synchronously when it settles. */
export function laterOf<Value>(promise: PromiseLike<Value>): Later<Value> {
  if (isLater(promise)) return promise;
  const later = makeLater<Value>();
  later.follow(promise);
  return later;
}

interface Beginning {
  readonly later: Later<unknown>;
  readonly begin: () => void;
}

/** Microtask turns after which an `async` method that waits for nothing, or only for settled values, has settled. */
const turnsAllowed = 3;
const nextTurn = Promise.resolve();
/** Never shrinks, since a shrinking array is reallocated; only the first `open` entries count. */
const beginnings: (Beginning | undefined)[] = [];
let open = 0;
let turns = 0;

/**
 * Calls `begin` once it is clear that the promise must be waited for. The setup that only such calls need (a deadline, listeners,
 * a registry entry) costs more than calling an `async` method. Call `beginAll` before reading the registry.
 */
export function beginOnceWaiting(promise: PromiseLike<unknown>, begin: () => void): void {
  if (!isLater(promise)) {
    begin();
    return;
  }
  beginnings[open++] = { later: promise, begin };
  if (open > 1) return;
  turns = 0;
  void nextTurn.then(lookAgain);
}

/** Runs all pending `begin` functions now. */
export function beginAll(): void {
  if (open === 0) return;
  const begun = beginnings.splice(0);
  open = 0;
  for (const beginning of begun) if (beginning && !beginning.later.isSettled) beginning.begin();
}

function lookAgain(): void {
  forgetSettled();
  if (open === 0) return;
  turns++;
  if (turns < turnsAllowed) void nextTurn.then(lookAgain);
  else beginAll();
}

function forgetSettled(): void {
  let left = 0;
  for (let at = 0; at < open; at++) {
    const beginning = beginnings[at];
    beginnings[at] = undefined;
    if (beginning?.later.isSettled === false) beginnings[left++] = beginning;
  }
  open = left;
}
