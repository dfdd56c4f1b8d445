/**
 * Limits how often one caller may run authors' code: a token bucket that fills steadily and holds one second's worth.
 *
 * Spec: 2025-11-25 server/tools#security-considerations, server/utilities/completion#security
 */
import { McpError } from '../errors/mcp-error.js';

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

  /** @param now milliseconds, for tests */
  constructor(
    private readonly maxCallsPerSecond: number,
    private readonly now: () => number = Date.now,
  ) {
    this.#left = maxCallsPerSecond;
    this.#filledAt = now();
  }

  /** Counts a request. @throws McpError `rate-exceeded` that says when to try again */
  count(method: string): void {
    if (!countedMethods.has(method)) return;
    const now = this.now();
    const filled = this.#left + ((now - this.#filledAt) * this.maxCallsPerSecond) / 1_000;
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
