/**
 * The work of an endpoint for its callers, so that it can be closed without cutting it off.
 */
import { beginAll, RunningList, type RunningEntry } from '@sigil/core/engine';
import type { Clock } from '../clock.js';

/** Something under way. */
export interface Work {
  /** @param why answers the caller; left out where the caller has left */
  cancel(why?: string): void;
}

/** Answers the calls that run when their time is over. */
export const serverIsClosing = 'the server is closing';

/** The exchanges of one endpoint that are not over. */
export class InFlight {
  readonly #running = new RunningList<Work>();
  #onEmpty: (() => void) | undefined = undefined;

  /** Knows of the work until it is ended. */
  begin(work: Work): RunningEntry<Work> {
    return this.#running.add(work);
  }

  /** The work is over. */
  end(begun: RunningEntry<Work>): void {
    if (this.#running.remove(begun) && this.#running.size === 0) this.#onEmpty?.();
  }

  /** @returns resolves when nothing is under way; what still is after `graceMs` is cancelled, and not waited for */
  finish(graceMs: number, clock: Clock): Promise<void> {
    beginAll();
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stopWaiting = clock.after(graceMs, () => {
        for (const work of this.#running.items()) work.cancel(serverIsClosing);
        resolve();
      });
      this.#onEmpty = () => {
        stopWaiting();
        resolve();
      };
    });
  }
}
