/**
 * Decides when everything is read again because a stream of news was away: what was said meanwhile is lost.
 */

/** Streams that break off again and again make everything be read at this rhythm at most. */
const renewAgainMs = 10_000;

export class LostNews {
  #hasBrokenOff = false;
  #renewedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onRenewed called once the stream is back, or later where it was called a moment ago */
  constructor(private readonly onRenewed: () => void) {}

  brokeOff(): void {
    this.#hasBrokenOff = true;
  }

  heardAgain(): void {
    if (!this.#hasBrokenOff || this.#timer) return;
    const waitMs = this.#renewedAt + renewAgainMs - performance.now();
    if (waitMs <= 0) this.#renew();
    else this.#timer = setTimeout(() => this.#renew(), waitMs).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #renew(): void {
    this.#timer = undefined;
    this.#hasBrokenOff = false;
    this.#renewedAt = performance.now();
    this.onRenewed();
  }
}
