/**
 * Tells an origin which of its builds serve and which no longer run, one note after another.
 */
import type { BuiltPlugin, PluginOrigin } from '../origins/plugin-origin.js';

export class OriginNotes {
  #writing: Promise<void> = Promise.resolve();

  /** @param onFailure told of what the origin throws, which changes nothing else */
  constructor(
    private readonly origin: PluginOrigin,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  served(built: BuiltPlugin): void {
    this.#write(async () => this.origin.served?.(built));
  }

  /** Its generation has ended. No other one is of the same build: a build that serves or drains is not prepared again. */
  retired(built: BuiltPlugin): void {
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
