/**
 * Limits the number of holders at a time; the others wait in order of arrival.
 */

/** Gives back what was taken. */
export type Release = () => void;

export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(most: number) {
    this.#free = most;
  }

  /** @throws the reason of the signal, which ends the wait */
  async take(signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    if (this.#free === 0) await this.#wait(signal);
    else this.#free -= 1;
    return () => this.#release();
  }

  /** Hands the slot to the next one in line. */
  #release(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free += 1;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = (): void => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
