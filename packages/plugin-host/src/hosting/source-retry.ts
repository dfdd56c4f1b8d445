/**
 * Retries a source that could not be read, since nothing else may announce that it can be read again.
 */
import type { PluginError } from '@sigil/core/building';
import { backOffMs } from '@sigil/core/internal';
import { sourcePauses, type RetryLimits } from './source-pauses.js';

/** Errors of a source without a build; it announces the first build like any other. */
const nothingThere: ReadonlySet<string> = new Set(['manifest-missing', 'pointer-missing']);

export class SourceRetry {
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(
    private readonly limits: RetryLimits,
    private readonly read: () => void,
  ) {}

  /** Resets the wait after a successful read. */
  succeeded(): void {
    this.close();
    this.#count = 0;
  }

  failed(error: PluginError): void {
    this.close();
    if (nothingThere.has(error.code)) return;
    this.#timer = setTimeout(() => this.read(), backOffMs(sourcePauses(this.limits), this.#count++)).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
