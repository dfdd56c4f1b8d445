/**
 * Sends exchanges as the breaker allows, retries the ones that may be retried, and counts those in flight.
 */
import { McpError } from '@sigil/core';
import { RunningList, systemClock } from '@sigil/core/internal';
import type { Breaker } from '../retry/breaker.js';
import type { OpeningLimiter } from '../retry/opening-limiter.js';
import { ConnectionError, otherEra } from '../errors/connection-error.js';
import { retry, wasReached, type RetryRules } from '../retry/retry.js';
import type { EraCheck } from './era-check.js';
import type { Exchange, ExchangeResult } from '../era/era-client.js';

interface RetriesParts {
  readonly breaker: Breaker;
  readonly eraCheck: EraCheck;
  readonly openings: OpeningLimiter;
  /** The number of retries after the first attempt. */
  readonly retries: number;
  isClosed(): boolean;
  send(exchange: Exchange): Promise<ExchangeResult>;
}

/** A server that answered within this time and cannot be reached counts as restarting, and calls wait for it. */
const restartMs = 5_000;
const verdictErrors: ReadonlySet<string> = new Set(['unreachable', 'broken', 'unreadable', 'timeout']);

export class Retries {
  #answeredAt = -Infinity;
  readonly #inFlight = new RunningList<Exchange>();

  constructor(private readonly parts: RetriesParts) {}

  get inFlight(): number {
    return this.#inFlight.size;
  }

  hasAnsweredWithin(ms: number): boolean {
    return performance.now() - this.#answeredAt < ms;
  }

  /**
   * @param mayRepeat whether running it twice has the same effect as once
   * @throws McpError for an error that the server answered with, ConnectionError when there is no answer
   */
  run(exchange: Exchange, mayRepeat: boolean): Promise<ExchangeResult> {
    return this.#inFlight.during(exchange, this.#sendWithRetries(exchange, mayRepeat));
  }

  async #sendWithRetries(exchange: Exchange, mayRepeat: boolean): Promise<ExchangeResult> {
    try {
      return await this.#attempt(exchange);
    } catch (failed) {
      const error = (await this.parts.eraCheck.hasChanged(failed)) ? otherEra() : failed;
      return retry(error, () => this.#attempt(exchange), this.rules({ mayRepeat, signal: exchange.signal }));
    }
  }

  /** The rules for retries, for code that sends without this class. */
  rules({ mayRepeat, signal }: Pick<RetryRules, 'mayRepeat' | 'signal'>): RetryRules {
    return { retries: this.parts.retries, mayRepeat, signal, isRestarting: () => this.#isRestarting() };
  }

  #isRestarting(): boolean {
    return !this.parts.isClosed() && this.hasAnsweredWithin(restartMs);
  }

  /** Sends once, if the breaker allows it, and reports the outcome to the breaker. */
  async #attempt(exchange: Exchange): Promise<ExchangeResult> {
    const { breaker } = this.parts;
    if (breaker.waitMs > 0) throw keepsFailing(breaker.waitMs);
    breaker.begin();
    try {
      const result = await this.parts.send(exchange);
      this.#answered();
      return result;
    } catch (error) {
      this.#judge(error);
      throw error;
    }
  }

  #answered(): void {
    this.#answeredAt = performance.now();
    this.parts.breaker.succeeded();
  }

  /** Reports a failure to the breaker. An error that the server answered with counts as an answer. */
  #judge(error: unknown): void {
    this.parts.openings.noteFailure(error);
    if (!(error instanceof ConnectionError)) {
      if (error instanceof McpError) this.parts.breaker.succeeded();
      else this.parts.breaker.abandoned();
      return;
    }
    const isNoVerdict = !wasReached(error) && this.#isRestarting();
    if (verdictErrors.has(error.failure) && !isNoVerdict) this.parts.breaker.failed();
    else this.parts.breaker.abandoned();
  }

  /** @returns resolves when nothing is in flight, or after `graceMs` */
  async untilIdle(graceMs: number): Promise<void> {
    await this.#inFlight.untilEmpty(graceMs, systemClock);
  }
}

function keepsFailing(waitMs: number): ConnectionError {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `the server keeps failing; try again in ${seconds} s`;
  return new ConnectionError('refused', message, { mayHaveRun: false });
}
