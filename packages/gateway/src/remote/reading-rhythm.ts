/**
 * Says how soon the lists of an upstream server are read again when it has news: at once, and less and less often while it always has some.
 */

/** Many notices in a row are one reading. */
const settleMs = 50;
/** The pause between two readings grows to so long; one reading that takes longer is followed by a pause as long as itself. */
const longestPauseMs = 2_000;

export class ReadingRhythm {
  #pauseMs = settleMs;
  #endedAt = -Infinity;
  #hasNews = false;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** To be called for each piece of news. @returns milliseconds until the lists may be read */
  news(): number {
    this.#hasNews = true;
    return Math.max(settleMs, this.#endedAt + this.#pauseMs - this.now());
  }

  /** A reading begins, of which all news were that came before. @returns to be called when it is over, whatever became of it */
  begin(): () => void {
    const begun = this.now();
    // An upstream that was quiet for as long again has no storm of news.
    const isStorm = this.#hasNews && begun - this.#endedAt < 2 * this.#pauseMs;
    this.#hasNews = false;
    return () => {
      const grown = isStorm ? Math.min(2 * this.#pauseMs, longestPauseMs) : settleMs;
      this.#endedAt = this.now();
      this.#pauseMs = Math.max(grown, this.#endedAt - begun);
    };
  }
}
