/**
 * Decides when to read everything again after a notification stream was interrupted, since notifications may have been lost.
 */
import { inBackground } from '../retry/background-timer.js';

/** The shortest interval between two such readings when streams keep breaking off. */
const renewAgainMs = 10_000;

export class MissedNotifications {
  #hasBrokenOff = false;
  #renewedAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onRenewed called when the stream is back, or later if it was called a moment ago */
  constructor(private readonly onRenewed: () => void) {}

  interrupted(): void {
    this.#hasBrokenOff = true;
  }

  resumed(): void {
    if (!this.#hasBrokenOff || this.#timer) return;
    const waitMs = this.#renewedAt + renewAgainMs - performance.now();
    if (waitMs <= 0) this.#renew();
    else this.#timer = inBackground(setTimeout(() => this.#renew(), waitMs));
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
