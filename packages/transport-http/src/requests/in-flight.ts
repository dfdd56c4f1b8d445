/**
 * The work in flight of an endpoint, so that closing can wait for it.
 */
import { RunningList } from '@sigil/core/internal';
import type { Clock } from '../clock.js';

/** One piece of work in flight. */
export interface Work {
  /** Settles when the work is done. */
  readonly done: Promise<void>;
  /** @param why answers the caller; omit it if the caller has left */
  cancel(why?: string): void;
}

/** The answer to calls still running when their grace period is over. */
export const serverIsClosing = 'the server is closing';

/** The exchanges of one endpoint that are in flight. */
export class InFlight {
  readonly #running = new RunningList<Work>();
  /** Called for everyone who waits: an endpoint with several paths is closed once for each. */
  readonly #onEmpty = new Set<() => void>();

  /** Tracks work until `finish`, which completes it, has settled. */
  async track(work: Work, finish: () => Promise<void>): Promise<void> {
    const begun = this.#running.add(work);
    try {
      await work.done;
      await finish();
    } finally {
      this.#running.remove(begun);
      if (this.#running.size === 0) this.#notifyEmpty();
    }
  }

  /** @returns resolves when no work is in flight; after `graceMs`, remaining work is cancelled and no longer awaited */
  finish(graceMs: number, clock: Clock): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const stopWaiting = clock.after(graceMs, () => {
        for (const work of this.#running.items()) work.cancel(serverIsClosing);
        resolve();
      });
      this.#onEmpty.add(() => {
        stopWaiting();
        resolve();
      });
    });
  }

  #notifyEmpty(): void {
    for (const onEmpty of this.#onEmpty) onEmpty();
    this.#onEmpty.clear();
  }
}
