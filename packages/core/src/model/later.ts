/**
 * A value that may be there at once, or later.
 *
 * Most calls end within the tick in which they came, and those of `async` methods within the one in which their promise settles. As
 * promises of their own, the layers between a method and its answer would cost half as much again as the whole call.
 */

/** A value, or the promise of one. A function that gives one may also throw at once. */
export type MaybePromise<Value> = Value | PromiseLike<Value>;

/** Returns whether the value has to be awaited; everything that `await` would wait for counts. */
export function isPromise<Value>(value: MaybePromise<Value>): value is PromiseLike<Value> {
  const kind = typeof value;
  if (kind !== 'object' && kind !== 'function') return false;
  return value !== null && typeof (value as { then?: unknown }).then === 'function';
}

type Handler<Given, Result> = ((given: Given) => MaybePromise<Result>) | null | undefined;

/**
 * A promise that tells on what it has at once: its handlers run when it settles, and at once where it has. An error that nobody handles
 * is lost, so the last of a chain handles it.
 */
export class Later<Value> implements PromiseLike<Value> {
  #state: 'open' | 'resolved' | 'rejected' = 'open';
  #outcome: unknown = undefined;
  /** Nearly all have one follower. */
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
    // Followers take handlers for any value: each is only given what it was made for.
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

  /** Has no effect when it has settled. */
  resolve(value: Value): void {
    this.#settle('resolved', value);
  }

  /** Has no effect when it has settled. */
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

  /** Goes on with what another one has. */
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

// Outside of the class, since a class that names itself is renamed in the bundle.
function isLater<Value>(promise: PromiseLike<Value>): promise is Later<Value> {
  return promise instanceof Later;
}

function makeLater<Value>(): Later<Value> {
  return new Later();
}

/** The promise as one whose handlers run when it settles. */
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

/** An `async` method that waits for nothing, or for what is there, has settled after as many turns of the microtasks. */
const turnsAllowed = 3;
const nextTurn = Promise.resolve();
/** Kept at its length: the first `open` entries count. An array that shrinks is made anew. */
const beginnings: (Beginning | undefined)[] = [];
let open = 0;
let turns = 0;

/**
 * Calls `begin` once it shows that the promise has to be waited for: what only such calls need (a deadline, listeners, an entry among
 * what runs) costs more than the call of an `async` method itself. Whoever looks among what runs calls `beginAll` before.
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

/** Begins at once what is still to begin. */
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
