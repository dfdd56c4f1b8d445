/**
 * One timer for what is done next at an upstream server: reading its lists, which goes first, or asking it for a sign of life.
 */
import { ReadingRhythm } from './reading-rhythm.js';

export class RefreshTimer {
  readonly #rhythm = new ReadingRhythm();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the lists are read; absent while the timer is for a sign of life. */
  #refreshAt: number | undefined;
  #isClosed = false;

  constructor(
    private readonly refresh: () => void,
    private readonly check: () => void,
  ) {}

  /** A reading that is due earlier stays so: an upstream that has news all the time would put it off for ever. */
  refreshIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#refreshAt !== undefined && this.#refreshAt <= at) return;
    this.#refreshAt = at;
    this.#set(ms, this.refresh);
  }

  /** Because of news: as soon as the rhythm of readings allows. */
  refreshSoon(): void {
    this.refreshIn(this.#rhythm.news());
  }

  /** @returns to be called when the reading that begins now is over */
  beginReading(): () => void {
    return this.#rhythm.begin();
  }

  /** Without effect while the lists are to be read. */
  checkIn(ms: number): void {
    if (this.#refreshAt === undefined) this.#set(ms, this.check);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #set(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#refreshAt = undefined;
      work();
    }, ms).unref();
  }
}
