/**
 * The work of an endpoint for its callers, so that it can be closed without cutting it off.
 */
import { beginAll } from '@sigil/core/engine';
import type { Clock } from '../clock.js';

/** Something under way. */
export interface Work {
  cancel(): void;
}

/** The exchanges of one endpoint that are not over. */
export class InFlight {
  readonly #running = new Set<Work>();
  #onEmpty: (() => void) | undefined = undefined;

  /** Knows of the work until it is ended. */
  begin(work: Work): void {
    this.#running.add(work);
  }

  /** The work is over. */
  end(work: Work): void {
    if (this.#running.delete(work) && this.#running.size === 0) this.#onEmpty?.();
  }

  /** @returns resolves when nothing is under way; what still is after `graceMs` is cancelled, and not waited for */
  finish(graceMs: number, clock: Clock): Promise<void> {
    beginAll();
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stopWaiting = clock.after(graceMs, () => {
        for (const work of this.#running) work.cancel();
        resolve();
      });
      this.#onEmpty = () => {
        stopWaiting();
        resolve();
      };
    });
  }
}
