/**
 * Tells a history what an origin had when it was read, beside the reading: a pin that is set later is set against that.
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

  /** Settles when the history has been told of everything so far, or could not be. */
  written(): Promise<void> {
    return this.#writing;
  }

  async #write(offered: string, before: ServerHistory): Promise<void> {
    try {
      await this.history.change(this.name, (now) => noteOffered(now, offered, before));
    } catch {
      // The build serves all the same, and `served` says what is wrong with the history. The next reading tells it again.
      this.#noted = undefined;
    }
  }
}

/** A pin that was set while the note was under way was set against what the origin had then. */
function noteOffered(now: ServerHistory, offered: string, before: ServerHistory): ServerHistory {
  const isNewPin = now.pinned !== undefined && now.pinned !== before.pinned;
  return isNewPin ? { ...now, offered, insteadOf: offered } : { ...now, offered };
}
