/**
 * Tries again what failed at an upstream server, where it cannot have run or may run twice.
 */
import type { AbortSource } from '@sigil/core/catalog';
import { pause } from './pause.js';
import { UpstreamError } from './upstream-error.js';

/** How often and what for. */
export interface RetryRules {
  readonly retries: number;
  /** Tells whether running twice is the same as once. */
  readonly mayRepeat: boolean;
  readonly signal?: AbortSource | undefined;
  /** Tells whether the upstream answered a moment ago: failing to reach it then costs none of the retries. */
  isRestarting?(): boolean;
}

/** The first pause; each next one is twice as long, and up to half of it is left to chance. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** The longest pause before an upstream that restarts is tried again. */
const restartPauseMs = 400;
const worthTrying: ReadonlySet<string> = new Set([
  'unreachable',
  'broken',
  'busy',
  'lost-session',
  'other-era',
  'closed',
]);

/** Calls `work`, and again where that may be. */
export async function withRetries<Result>(work: () => PromiseLike<Result>, rules: RetryRules): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    return retry(error, work, rules);
  }
}

/**
 * Calls what has failed again, where that may be.
 *
 * @param failed what it failed with
 * @throws what it failed with last
 */
export async function retry<Result>(
  failed: unknown,
  work: () => PromiseLike<Result>,
  rules: RetryRules,
): Promise<Result> {
  for (let error = failed, tried = 0, waited = 0; ;) {
    if (rules.retries === 0 || rules.signal?.aborted || !canRetry(error, rules)) throw error;
    if (rules.isRestarting?.() && !wasReached(error)) {
      await pause(Math.min(pauseAfter(waited++), restartPauseMs), rules.signal);
    } else {
      if (tried >= rules.retries) throw error;
      await pause(Math.max(error.retryAfterMs ?? 0, pauseAfter(tried++)), rules.signal);
    }
    try {
      return await work();
    } catch (again) {
      error = again;
    }
  }
}

/** Returns whether the upstream was there, whatever became of the request. */
export function wasReached({ failure, mayHaveRun }: UpstreamError): boolean {
  return mayHaveRun || !['unreachable', 'broken', 'closed'].includes(failure);
}

function canRetry(error: unknown, { mayRepeat }: RetryRules): error is UpstreamError {
  if (!(error instanceof UpstreamError) || !worthTrying.has(error.failure)) return false;
  if ((error.retryAfterMs ?? 0) > longestPauseMs) return false;
  return mayRepeat || !error.mayHaveRun;
}

function pauseAfter(tried: number): number {
  const whole = Math.min(firstPauseMs * 2 ** tried, longestPauseMs);
  return whole * (1 - Math.random() / 2);
}
