/**
 * Retries requests that failed at an upstream server, if they cannot have run or may run twice.
 */
import type { AbortSource } from '@sigil/core/catalog';
import { pause } from './pause.js';
import { UpstreamError } from './upstream-error.js';

/** How often to retry, and which failures. */
export interface RetryRules {
  readonly retries: number;
  /** Tells whether running twice has the same effect as once. */
  readonly mayRepeat: boolean;
  readonly signal?: AbortSource | undefined;
  /** Tells whether the upstream answered a moment ago; failing to reach it then does not count as a retry. */
  isRestarting?(): boolean;
}

/** The first pause. Each one is twice as long as the one before, and shortened at random by up to half. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** The longest pause between attempts while the upstream restarts. */
const restartPauseMs = 400;
const worthTrying: ReadonlySet<string> = new Set([
  'unreachable',
  'broken',
  'busy',
  'lost-session',
  'other-era',
  'closed',
]);

/** Calls `work`, and retries it as the rules allow. */
export async function withRetries<Result>(work: () => PromiseLike<Result>, rules: RetryRules): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    return retry(error, work, rules);
  }
}

/**
 * Retries work that has failed, as the rules allow.
 *
 * @param failed the first failure
 * @throws the last failure
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

/** Returns whether the request reached the upstream, whatever happened then. */
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
