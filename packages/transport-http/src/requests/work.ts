/**
 * The work in flight of an endpoint, so that closing can wait for it.
 */
import type { RunningList } from '@sigil/core/internal';
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

/** Waits until no work is in flight; after `graceMs`, remaining work is cancelled and no longer awaited. */
export async function finishWork(works: RunningList<Work>, graceMs: number, clock: Clock): Promise<void> {
  for (const work of await works.untilEmpty(graceMs, clock)) work.cancel(serverIsClosing);
}
