/**
 * Repeats writes that a store refused, until it takes them: the queue of writes that no caller waits for.
 *
 * Bounded: above `maxWaiting` the oldest write is dropped and reported. A newer write replaces a waiting one with the same key.
 */
import { backOffMs } from '../model/back-off.js';
import type { Clock, StopWaiting } from '../model/clock.js';

/** The options of a queue. */
export interface WriteRetriesOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** @param during the failed work, such as `forgetting tasks` */
  readonly report: (during: string, error: unknown) => void;
  /** Most writes that wait at a time; default: 10,000. */
  readonly maxWaiting?: number;
}

interface WaitingWrite {
  readonly during: string;
  readonly write: () => Promise<unknown>;
}

const defaultMaxWaiting = 10_000;
const pauses = { firstMs: 100, longestMs: 1_000, jitter: 0.2 };

export class WriteRetries {
  readonly #options: WriteRetriesOptions;
  readonly #waiting = new Map<string, WaitingWrite>();
  /** The newest first attempt of each key that the store has not answered yet. */
  readonly #attempts = new Map<string, WaitingWrite>();
  #repeating: Promise<void> | undefined;
  #stopPause: StopWaiting | undefined;
  #failures = 0;
  #lostCount = 0;
  #isClosed = false;

  constructor(options: WriteRetriesOptions) {
    this.#options = options;
  }

  /** The number of writes that the store has not taken yet. */
  get size(): number {
    return this.#waiting.size;
  }

  /** The number of writes that were dropped above the limit. */
  get lostCount(): number {
    return this.#lostCount;
  }

  /**
   * Writes now, and again later if the store refuses.
   *
   * @param key of what is written: the newest write of a key is the one that counts
   * @param during names the work in reports
   * @returns whether the store took it at the first attempt; never rejects
   */
  async write(key: string, during: string, write: () => Promise<unknown>): Promise<boolean> {
    const next = { during, write };
    // An older write of this key must not be repeated after this one.
    const isWaiting = this.#waiting.delete(key);
    if (isWaiting) {
      this.#wait(key, next);
      return false;
    }
    this.#attempts.set(key, next);
    try {
      await write();
      return true;
    } catch (error) {
      this.#options.report(during, error);
      // A newer write of this key is in progress, or was taken.
      if (this.#attempts.get(key) === next && !this.#waiting.has(key)) this.#wait(key, next);
      return false;
    } finally {
      if (this.#attempts.get(key) === next) this.#attempts.delete(key);
    }
  }

  /** Attempts the waiting writes now. @returns resolves when all were taken, or one was refused; never rejects */
  repeat(): Promise<void> {
    this.#stopPause?.();
    this.#stopPause = undefined;
    return (this.#repeating ??= this.#repeatAll().finally(() => {
      this.#repeating = undefined;
      this.#schedule();
    }));
  }

  /** Drops the waiting writes. */
  close(): void {
    this.#isClosed = true;
    this.#stopPause?.();
    this.#waiting.clear();
  }

  #wait(key: string, next: WaitingWrite): void {
    if (this.#isClosed) return;
    this.#waiting.set(key, next);
    const [oldest] = this.#waiting;
    const { maxWaiting = defaultMaxWaiting, report } = this.#options;
    if (oldest && this.#waiting.size > maxWaiting) {
      this.#waiting.delete(oldest[0]);
      this.#lostCount++;
      report(oldest[1].during, new Error(`more than ${maxWaiting} writes wait for the store: this one is lost`));
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isClosed || this.#waiting.size === 0 || this.#stopPause || this.#repeating) return;
    const pauseMs = backOffMs(pauses, this.#failures);
    this.#stopPause = this.#options.clock.after(pauseMs, () => void this.repeat());
  }

  async #repeatAll(): Promise<void> {
    for (const [key, waiting] of [...this.#waiting]) {
      if (this.#waiting.get(key) !== waiting) continue;
      try {
        await waiting.write();
      } catch {
        // Reported at the first attempt. The others go first next time, in case only this write is refused.
        this.#failures++;
        if (this.#waiting.get(key) !== waiting) return;
        this.#waiting.delete(key);
        this.#waiting.set(key, waiting);
        return;
      }
      this.#failures = 0;
      if (this.#waiting.get(key) === waiting) this.#waiting.delete(key);
    }
  }
}
