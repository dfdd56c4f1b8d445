/**
 * One timer for the next action at an upstream server: reading its lists, which has priority, or checking that it answers.
 */
import { ReadingRhythm } from './reading-rhythm.js';

export class RefreshTimer {
  readonly #rhythm = new ReadingRhythm();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the lists are due; absent while the timer is set for a check. */
  #refreshAt: number | undefined;
  #isClosed = false;

  /** @param check gets the time, which is never before that of the check: a timer may fire before the clock has reached it */
  constructor(
    private readonly refresh: () => void,
    private readonly check: (now: number) => void,
  ) {}

  /** Schedules a reading, unless an earlier one is due: constant notifications would otherwise postpone it for ever. */
  refreshIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#refreshAt !== undefined && this.#refreshAt <= at) return;
    this.#refreshAt = at;
    this.#set(ms, this.refresh);
  }

  /** Schedules a reading after an announcement, as soon as the rhythm allows. */
  refreshSoon(): void {
    this.refreshIn(this.#rhythm.news());
  }

  /** @returns called when the reading that begins now is over */
  beginReading(): () => void {
    return this.#rhythm.begin();
  }

  /** Schedules a check; does nothing while a reading is due. */
  checkIn(ms: number): void {
    const at = Date.now() + ms;
    if (this.#refreshAt === undefined) this.#set(ms, () => this.check(Math.max(at, Date.now())));
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
