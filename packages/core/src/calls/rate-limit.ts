/**
 * Limits how often one caller may run authors' code: a token bucket that fills steadily and holds one second's worth.
 *
 * Spec: 2025-11-25 server/tools#security-considerations, server/utilities/completion#security
 */
import { McpError } from '../errors/mcp-error.js';
import type { Clock } from '../model/clock.js';
import type { SharedCalls } from './shared-calls.js';

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

  /** @param onCall told of each call that was counted, where other processes count the same client's */
  constructor(
    private readonly maxCallsPerSecond: number,
    private readonly clock: Clock,
    private readonly onCall?: (rate: RateLimit) => void,
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
    this.onCall?.(this);
  }

  /** Other processes counted calls too: no more than these are left. */
  lower(left: number): void {
    this.#left = Math.min(this.#left, left);
  }

  /** Tells whether it is as it was made: nothing is lost with it. */
  get isFull(): boolean {
    return this.clock.now() - this.#filledAt >= 1_000;
  }

  #refusal(): McpError {
    const retryAfterMs = Math.ceil(((1 - this.#left) * 1_000) / this.maxCallsPerSecond);
    const limit = `${this.maxCallsPerSecond} calls a second (limit maxCallsPerSecond)`;
    return new McpError('rate-exceeded', `more than ${limit}; try again in ${retryAfterMs} ms`, { retryAfterMs });
  }
}

/** Fewer clients than this are not worth looking through. */
const fewClients = 64;

/** The rate limit of each client of an engine, whichever sessions and connections it has. */
export class RateLimits {
  readonly #byClient = new Map<string, RateLimit>();
  #lookAt = fewClients;

  /** @param shared counts the calls of a client on all processes; left out where this process serves alone */
  constructor(
    private readonly maxCallsPerSecond: number,
    private readonly clock: Clock,
    private readonly shared?: SharedCalls,
  ) {}

  /** Clients that are remembered: those that called within the last second, and some that did before. */
  get size(): number {
    return this.#byClient.size;
  }

  /** @param client its key; empty where clients are not told apart. Ask for each call: one that has not called is forgotten */
  of(client: string): RateLimit {
    const known = this.#byClient.get(client);
    if (known) return known;
    if (this.#byClient.size >= this.#lookAt) this.#forgetFull();
    const { maxCallsPerSecond, clock, shared } = this;
    const rate = new RateLimit(maxCallsPerSecond, clock, shared && ((counted) => shared.add(client, counted)));
    this.#byClient.set(client, rate);
    return rate;
  }

  /** Each time there are twice as many as were left the time before. */
  #forgetFull(): void {
    for (const [client, rate] of this.#byClient) if (rate.isFull) this.#byClient.delete(client);
    this.#lookAt = Math.max(fewClients, this.#byClient.size * 2);
  }
}
