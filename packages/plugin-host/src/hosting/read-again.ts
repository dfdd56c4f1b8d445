/**
 * Reads an origin again that could not be read: nothing else may ever say that it can be now.
 */
import type { PluginError } from '@sigil/core/building';
import { retryDelay, type RetryLimits } from './retry-delay.js';

/** Errors of an origin that has nothing yet: it is told of the first build like of any other. */
const nothingThere: ReadonlySet<string> = new Set(['manifest-missing', 'pointer-missing']);

export class ReadAgain {
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(
    private readonly limits: RetryLimits,
    private readonly read: () => void,
  ) {}

  /** The origin was read. */
  succeeded(): void {
    this.close();
    this.#count = 0;
  }

  failed(error: PluginError): void {
    this.close();
    if (nothingThere.has(error.code)) return;
    this.#timer = setTimeout(() => this.read(), retryDelay(this.limits, this.#count++)).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
