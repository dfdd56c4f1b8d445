/**
 * Records in a history what an origin offered when it was read, without delaying the read. A later pin is compared with that.
 */
import type { History, ServerHistory } from '../store/history.js';

export class OfferNotes {
  #writing: Promise<void> = Promise.resolve();
  #noted: string | undefined;

  constructor(
    private readonly history: History,
    private readonly name: string,
  ) {}

  /** @param before the history as it was read before the origin */
  offered(manifestCid: string, before: ServerHistory): void {
    if (before.offered === manifestCid || this.#noted === manifestCid) return;
    this.#noted = manifestCid;
    this.#writing = this.#writing.then(() => this.#write(manifestCid, before));
  }

  /** Settles when all notes so far are written or have failed. */
  written(): Promise<void> {
    return this.#writing;
  }

  async #write(offered: string, before: ServerHistory): Promise<void> {
    try {
      await this.history.change(this.name, (now) => noteOffered(now, offered, before));
    } catch {
      // The build serves all the same, and `served` reports the problem of the history. The next read records it again.
      this.#noted = undefined;
    }
  }
}

/** A pin that was set while the note was being written replaces the build that the origin had then. */
function noteOffered(now: ServerHistory, offered: string, before: ServerHistory): ServerHistory {
  const isNewPin = now.pinned !== undefined && now.pinned !== before.pinned;
  return isNewPin ? { ...now, offered, insteadOf: offered } : { ...now, offered };
}
