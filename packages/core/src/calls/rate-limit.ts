/**
 * Limits how often one caller may run authors' code: a token bucket that fills steadily and holds one second's worth.
 *
 * Spec: 2025-11-25 server/tools#security-considerations, server/utilities/completion#security
 */
import { McpError } from '../errors/mcp-error.js';
import type { Clock } from '../model/clock.js';

/** The requests that are counted: those that run what an author wrote. */
const countedMethods: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'completion/complete',
]);

export class RateLimit {
  #left: number;
  #filledAt: number;

  constructor(
    private readonly maxCallsPerSecond: number,
    private readonly clock: Clock,
  ) {
    this.#left = maxCallsPerSecond;
    this.#filledAt = clock.now();
  }

  /** Counts a request. @throws McpError `rate-exceeded` that says when to try again */
  count(method: string): void {
    if (!countedMethods.has(method)) return;
    const now = this.clock.now();
    // A clock that was set back fills nothing, and takes nothing away.
    const passedMs = Math.max(0, now - this.#filledAt);
    const filled = this.#left + (passedMs * this.maxCallsPerSecond) / 1_000;
    this.#left = Math.min(this.maxCallsPerSecond, filled);
    this.#filledAt = now;
    if (this.#left < 1) throw this.#refusal();
    this.#left--;
  }

  #refusal(): McpError {
    const retryAfterMs = Math.ceil(((1 - this.#left) * 1_000) / this.maxCallsPerSecond);
    const limit = `${this.maxCallsPerSecond} calls a second (limit maxCallsPerSecond)`;
    return new McpError('rate-exceeded', `more than ${limit}; try again in ${retryAfterMs} ms`, { retryAfterMs });
  }
}
