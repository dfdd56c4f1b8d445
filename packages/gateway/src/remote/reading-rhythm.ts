/**
 * Decides when the lists of an upstream server are read again after it announces changes: at once, and less often while it keeps
 * announcing.
 */

/** The time in which several announcements lead to one reading. */
const settleMs = 50;
/**
 * The longest that the pause grows to, short enough that clients get a change within a second. A reading that takes longer is
 * followed by a pause of its own length.
 */
const longestPauseMs = 500;

export class ReadingRhythm {
  #pauseMs = settleMs;
  #endedAt = -Infinity;
  #hasNews = false;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Called for each announcement. @returns milliseconds until the lists may be read */
  news(): number {
    this.#hasNews = true;
    return Math.max(settleMs, this.#endedAt + this.#pauseMs - this.now());
  }

  /** Begins a reading, which covers all earlier announcements. @returns called when it is over, successful or not */
  begin(): () => void {
    const begun = this.now();
    // An upstream that was quiet for twice the pause starts afresh.
    const isStorm = this.#hasNews && begun - this.#endedAt < 2 * this.#pauseMs;
    this.#hasNews = false;
    return () => {
      const grown = isStorm ? Math.min(2 * this.#pauseMs, longestPauseMs) : settleMs;
      this.#endedAt = this.now();
      this.#pauseMs = Math.max(grown, this.#endedAt - begun);
    };
  }
}
