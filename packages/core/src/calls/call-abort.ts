/**
 * The abort of one call: its reason and its listeners. A call is aborted once.
 */
import type { AbortSource } from '../model/abort-source.js';

export class CallAbort implements AbortSource {
  #reason: Error | undefined;
  #waiter: ((reason: Error) => void) | undefined;
  #listeners: (() => void)[] | undefined;
  // Created when an author first reads the signal; it would be the most expensive part of a call that does not need it.
  #controller: AbortController | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#reason) (this.#listeners ??= []).push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners?.indexOf(listener) ?? -1;
    if (at >= 0) this.#listeners?.splice(at, 1);
  }

  /** Has no effect after the first abort. */
  abort(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#waiter?.(reason);
    this.#controller?.abort(reason);
    for (const listener of this.#listeners?.splice(0) ?? []) listener();
  }

  /** Sets the single waiter; notifies it at once if the call is already aborted. */
  setWaiter(waiter: ((reason: Error) => void) | undefined): void {
    this.#waiter = waiter;
    if (this.#reason) waiter?.(this.#reason);
  }
}

/** Rejects with the reason when the call is aborted; one waiter at a time. */
export function untilAborted(call: { onAbort(listener: (reason: Error) => void): void }): Promise<never> {
  return new Promise((_, reject) => call.onAbort(reject));
}
