/**
 * Tells an origin which of its builds serve and which no longer run, one note after another.
 *
 * A note that the origin has no time for is told again, so that a lock that others hold loses no build.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PluginError } from '@sigil/core/building';
import type { BuiltPlugin, BuildSource } from '../builds/build-source.js';
import { retryDelay, type RetryLimits } from './retry-delay.js';

/** Options of telling notes. */
export interface OriginNotesOptions {
  readonly limits: RetryLimits;
  /** Told of what the origin throws, once for each note; that changes nothing else. */
  readonly onFailure: (error: unknown) => void;
}

export class OriginNotes {
  #writing: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(
    private readonly origin: BuildSource,
    private readonly options: OriginNotesOptions,
  ) {}

  served(built: BuiltPlugin): void {
    this.#write(async () => this.origin.served?.(built));
  }

  /** Its generation has ended. No other one of this host is of the same build: a build that serves or drains is not prepared again. */
  retired(built: BuiltPlugin): void {
    this.#write(async () => this.origin.retired?.(built));
  }

  /** Settles once the origin has noted everything so far, or after `withinMs`, since another program may keep it busy. */
  async written(withinMs: number): Promise<void> {
    await Promise.race([this.#writing, wait(withinMs, undefined, { ref: false })]);
  }

  /** Settles when the origin has heard of everything so far; what it has no time for is tried once more, and then let be. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#writing;
  }

  #write(note: () => Promise<void>): void {
    this.#writing = this.#writing.then(() => this.#tell(note));
  }

  async #tell(note: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    for (let count = 0; ; count++) {
      const isLast = signal.aborted;
      const error = await note().then(() => undefined, asFailure);
      if (error === undefined) return;
      if (count === 0) this.options.onFailure(error.cause);
      if (isLast || !isBusy(error.cause)) return;
      const delay = retryDelay(this.options.limits, count);
      await wait(delay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Wraps any thrown value, `undefined` included, so that it can be told from none. */
function asFailure(cause: unknown): { readonly cause: unknown } {
  return { cause };
}

function isBusy(error: unknown): boolean {
  return error instanceof PluginError && error.code === 'store-busy';
}
