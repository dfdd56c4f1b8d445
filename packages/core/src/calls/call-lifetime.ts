/**
 * The end of one call: aborted with a reason, out of time, or over with an outcome.
 *
 * Most calls are not aborted, so the state for that is created on first use.
 */
import type { CatalogHolder } from '../catalog/catalog.js';
import type { AbortSource } from '../model/abort-source.js';
import { CatalogRevoked } from './abort-reasons.js';
import { CallAbort } from './call-abort.js';
import { openDeadline, type Deadline, type DeadlineLimits } from './deadline.js';
import type { ServerFacts } from './server-facts.js';

export class CallLifetime implements CatalogHolder {
  #isOver = false;
  #isDetached = false;
  #aborting: CallAbort | undefined = undefined;
  #deadline: Deadline | undefined = undefined;

  /** True when the outcome is final. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** True while the call may still send and ask. */
  get isRunning(): boolean {
    return !this.#isOver && this.abortReason === undefined;
  }

  get signal(): AbortSignal {
    return this.#openAbort().signal;
  }

  get abortSource(): AbortSource {
    return this.#openAbort();
  }

  get abortReason(): Error | undefined {
    return this.#aborting?.reason;
  }

  /** Calls back on abort, immediately if it has already happened; one listener at a time. */
  onAbort(listener: (reason: Error) => void): void {
    this.#openAbort().setWaiter(listener);
  }

  /** Has no effect on a detached call, and after the end. */
  abort(reason: Error): void {
    if (!this.#isDetached) this.#abort(reason);
  }

  /** Aborts the call because its code ends now, even if the call is detached. */
  revoke(why: string): void {
    this.#abort(new CatalogRevoked(why));
  }

  /** Aborts the call when it runs longer than the limits allow; a detached call has no deadline. */
  startDeadline(server: ServerFacts, limits: DeadlineLimits): void {
    if (this.#isDetached) return;
    this.#deadline = openDeadline(server, limits, (reason) => this.abort(reason));
    this.#deadline.start();
  }

  pauseDeadline(): void {
    this.#deadline?.pause();
  }

  /** Starts a paused deadline again, with its full duration. */
  resumeDeadline(): void {
    if (this.isRunning) this.#deadline?.start();
  }

  /** Starts a running deadline again, after progress. */
  extendDeadline(): void {
    this.#deadline?.restart();
  }

  /** Separates the call from its request, whose end no longer ends it. @returns a function that aborts the call */
  detach(): (reason: Error) => void {
    this.pauseDeadline();
    this.#deadline = undefined;
    this.#isDetached = true;
    return (reason) => this.#abort(reason);
  }

  finish(): void {
    this.#isOver = true;
    this.#aborting?.setWaiter(undefined);
  }

  #abort(reason: Error): void {
    if (!this.#isOver) this.#openAbort().abort(reason);
  }

  #openAbort(): CallAbort {
    return (this.#aborting ??= new CallAbort());
  }
}
