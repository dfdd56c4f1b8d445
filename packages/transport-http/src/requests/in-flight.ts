/**
 * The work in flight of an endpoint, so that closing can wait for it.
 */
import { beginAll, RunningList, type RunningEntry } from '@sigil/core/engine';
import type { Clock } from '../clock.js';

/** One piece of work in flight. */
export interface Work {
  /** @param why answers the caller; omit it where the caller has left */
  cancel(why?: string): void;
}

/** The answer to calls still running when their grace period is over. */
export const serverIsClosing = 'the server is closing';

/** The exchanges of one endpoint that are in flight. */
export class InFlight {
  readonly #running = new RunningList<Work>();
  /** Called for everyone who waits: an endpoint with several paths is closed once for each. */
  readonly #onEmpty = new Set<() => void>();

  /** Tracks the work until it is ended. */
  begin(work: Work): RunningEntry<Work> {
    return this.#running.add(work);
  }

  /** Removes finished work. */
  end(begun: RunningEntry<Work>): void {
    if (!this.#running.remove(begun) || this.#running.size > 0) return;
    for (const tell of this.#onEmpty) tell();
    this.#onEmpty.clear();
  }

  /** @returns resolves when no work is in flight; after `graceMs`, remaining work is cancelled and no longer awaited */
  finish(graceMs: number, clock: Clock): Promise<void> {
    beginAll();
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
}
