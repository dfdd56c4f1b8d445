/**
 * Notifies a source which of its builds serve and which have ended, one note after another.
 *
 * A note is retried while the source is busy, so that a lock held by others loses no build.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PluginError } from '@sigil/core/building';
import type { BuiltPlugin, BuildSource } from '../builds/build-source.js';
import { backOffMs } from '@sigil/core/internal';
import { sourcePauses, type RetryLimits } from './source-pauses.js';

export class SourceNotes {
  #writing: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  /** @param onFailure called with the source's error, once for each note; it has no other effect */
  constructor(
    private readonly source: BuildSource,
    private readonly limits: RetryLimits,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  served(built: BuiltPlugin): void {
    this.#write(async () => this.source.served?.(built));
  }

  /** Notes that a generation has ended. */
  retired(built: BuiltPlugin): void {
    this.#write(async () => this.source.retired?.(built));
  }

  /** Settles when the source has recorded all notes so far, or after `withinMs`, since another program may keep it busy. */
  async written(withinMs: number): Promise<void> {
    await Promise.race([this.#writing, wait(withinMs, undefined, { ref: false })]);
  }

  /** Settles when all notes so far are delivered; a note that finds the source busy is tried once more and then dropped. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#writing;
  }

  #write(note: () => Promise<void>): void {
    this.#writing = this.#writing.then(() => this.#deliver(note));
  }

  async #deliver(note: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    for (let count = 0; ; count++) {
      const isLast = signal.aborted;
      const error = await note().then(() => undefined, asFailure);
      if (error === undefined) return;
      if (count === 0) this.onFailure(error.cause);
      if (isLast || !isBusy(error.cause)) return;
      const delay = backOffMs(sourcePauses(this.limits), count);
      await wait(delay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Wraps any thrown value, so that `undefined` differs from no failure. */
function asFailure(cause: unknown): { readonly cause: unknown } {
  return { cause };
}

function isBusy(error: unknown): boolean {
  return error instanceof PluginError && error.code === 'store-busy';
}
