/**
 * Tells an origin which of its builds serve and which no longer run, one note after another.
 */
import type { BuiltPlugin, PluginOrigin } from '../origins/plugin-origin.js';

export class OriginNotes {
  #writing: Promise<void> = Promise.resolve();
  /** How many generations of each build run, by the CID of its manifest. */
  readonly #running = new Map<string, number>();

  /** @param onFailure told of what the origin throws, which changes nothing else */
  constructor(
    private readonly origin: PluginOrigin,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  served(built: BuiltPlugin): void {
    const { manifestCid } = built;
    this.#running.set(manifestCid, (this.#running.get(manifestCid) ?? 0) + 1);
    this.#write(async () => this.origin.served?.(built));
  }

  /** One generation of the build has ended; the origin hears of it when it was the last. */
  retired(built: BuiltPlugin): void {
    const { manifestCid } = built;
    const left = (this.#running.get(manifestCid) ?? 1) - 1;
    if (left > 0) {
      this.#running.set(manifestCid, left);
      return;
    }
    this.#running.delete(manifestCid);
    this.#write(async () => this.origin.retired?.(built));
  }

  /** Settles when the origin has heard of everything so far. */
  written(): Promise<void> {
    return this.#writing;
  }

  #write(note: () => Promise<void>): void {
    this.#writing = this.#writing.then(note).catch(this.onFailure);
  }
}
