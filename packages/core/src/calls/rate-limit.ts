/**
 * Limits the rate at which one caller may run authors' code: a token bucket that fills steadily and holds one second's worth.
 *
 * Spec: 2025-11-25 server/tools#security-considerations, server/utilities/completion#security
 */
import { McpError } from '../errors/mcp-error.js';
import type { Clock } from '../model/clock.js';
import { msUntilToken, refillTokens } from '../model/token-bucket.js';
import type { CallRateSync } from './call-rate-sync.js';

/** The methods that count: those that run authors' code. */
const countedMethods: ReadonlySet<string> = new Set([
  'tools/call',
  'prompts/get',
  'resources/read',
  'completion/complete',
]);

export class RateLimit {
  #left: number;
  #filledAt: number;

  /** @param onCall called for each counted call, where other processes count the same client's calls */
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
    this.#left = refillTokens(this.#left, now - this.#filledAt, this.maxCallsPerSecond);
    this.#filledAt = now;
    if (this.#left < 1) throw this.#refusal();
    this.#left--;
    this.onCall?.(this);
  }

  /** Lowers the remaining calls to `left`, because other processes counted calls too. */
  lower(left: number): void {
    this.#left = Math.min(this.#left, left);
  }

  /** True when the bucket is full, so that forgetting it loses nothing. */
  get isFull(): boolean {
    return this.clock.now() - this.#filledAt >= 1_000;
  }

  #refusal(): McpError {
    const retryAfterMs = msUntilToken(this.#left, this.maxCallsPerSecond);
    const limit = `${this.maxCallsPerSecond} calls a second (limit maxCallsPerSecond)`;
    return new McpError('rate-exceeded', `more than ${limit}; try again in ${retryAfterMs} ms`, { retryAfterMs });
  }
}

/** Below this number of clients no cleanup is needed. */
const fewClients = 64;

/** The rate limit of each client of an engine, across its sessions and connections. */
export class RateLimits {
  readonly #byClient = new Map<string, RateLimit>();
  #lookAt = fewClients;

  /** @param shared counts a client's calls across all processes; omit it where only this process serves */
  constructor(
    private readonly maxCallsPerSecond: number,
    private readonly clock: Clock,
    private readonly shared?: CallRateSync,
  ) {}

  /** The number of remembered clients: those that called within the last second, and some earlier ones. */
  get size(): number {
    return this.#byClient.size;
  }

  /** @param client its key; empty where clients are not distinguished. Look it up for each call: idle clients are forgotten */
  of(client: string): RateLimit {
    const known = this.#byClient.get(client);
    if (known) return known;
    if (this.#byClient.size >= this.#lookAt) this.#forgetFull();
    const { maxCallsPerSecond, clock, shared } = this;
    const rate = new RateLimit(maxCallsPerSecond, clock, shared && ((counted) => shared.add(client, counted)));
    this.#byClient.set(client, rate);
    return rate;
  }

  /** Forgets clients with full buckets; runs whenever the number of clients has doubled since the last run. */
  #forgetFull(): void {
    for (const [client, rate] of this.#byClient) if (rate.isFull) this.#byClient.delete(client);
    this.#lookAt = Math.max(fewClients, this.#byClient.size * 2);
  }
}
