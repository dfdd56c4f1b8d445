/**
 * Lets everything else have its turn while a stream runs that never waits: what was sent leaves, and a cancellation arrives.
 */

/** How long a stream may keep all others waiting. */
const mostMs = 20;

export class Breath {
  #isFirst = true;
  #turn: ReturnType<typeof setTimeout> | undefined;
  #since = 0;

  /** Whether the stream has told its first event, which is to leave at once, or kept others waiting for too long. */
  get isDue(): boolean {
    if (this.#isFirst) return true;
    if (this.#turn !== undefined) return performance.now() - this.#since > mostMs;
    this.#since = performance.now();
    this.#turn = setTimeout(() => (this.#turn = undefined));
    return false;
  }

  /** Resolves after everything else had its turn. */
  take(): Promise<void> {
    this.#isFirst = false;
    return new Promise((resolve) => setTimeout(resolve));
  }

  /** Keeps nothing running. */
  end(): void {
    clearTimeout(this.#turn);
  }
}
