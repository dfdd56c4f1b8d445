/**
 * Tries again after pauses that double, where nothing else announces that another try would succeed.
 */
import { backOffMs, type BackOff } from '@sigil/core/internal';

export class RetryTimer {
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(
    private readonly pauses: BackOff,
    private readonly again: () => void,
  ) {}

  /** Whether another try is to come. */
  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Begins anew with the first pause. */
  succeeded(): void {
    this.close();
    this.#count = 0;
  }

  /** Tries again after the next pause. */
  failed(): void {
    this.close();
    const again = (): void => {
      this.#timer = undefined;
      this.again();
    };
    this.#timer = setTimeout(again, backOffMs(this.pauses, this.#count++)).unref();
  }

  /** Gives up a try that is still to come. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
