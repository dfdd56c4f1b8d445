/**
 * Retries requests that failed at a server, if they cannot have run or may run twice.
 */
import type { AbortSource } from '@sigil/core/catalog';
import { backOffMs } from '@sigil/core/internal';
import { pause } from './pause.js';
import { ConnectionError } from '../errors/connection-error.js';

/** How often to retry, and which failures. */
export interface RetryRules {
  readonly retries: number;
  /** True if running twice has the same effect as once. */
  readonly mayRepeat: boolean;
  readonly signal?: AbortSource | undefined;
  /** True if the server answered a moment ago; failing to reach it then does not count as a retry. */
  isRestarting?(): boolean;
}

const pauses = { firstMs: 100, longestMs: 5_000, jitter: 0.5 };
/** The pauses between attempts while the server restarts. */
const restartPauses = { ...pauses, longestMs: 400 };
const worthTrying: ReadonlySet<string> = new Set([
  'unreachable',
  'broken',
  'busy',
  'lost-session',
  'other-era',
  'held-back',
  'closed',
]);

/** Calls `work`, and retries it as the rules allow. */
export async function withRetries<Result>(work: () => Promise<Result>, rules: RetryRules): Promise<Result> {
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
export async function retry<Result>(failed: unknown, work: () => Promise<Result>, rules: RetryRules): Promise<Result> {
  for (let error = failed, tried = 0, waited = 0; ;) {
    if (rules.retries === 0 || rules.signal?.aborted || !canRetry(error, rules)) throw error;
    if (rules.isRestarting?.() && !wasReached(error)) {
      await pause(backOffMs(restartPauses, waited++), rules.signal);
    } else {
      if (tried >= rules.retries) throw error;
      await pause(Math.max(error.retryAfterMs ?? 0, backOffMs(pauses, tried++)), rules.signal);
    }
    try {
      return await work();
    } catch (again) {
      error = again;
    }
  }
}

/** Returns whether the request reached the server, whatever happened then. */
export function wasReached({ failure, mayHaveRun }: ConnectionError): boolean {
  return mayHaveRun || !['unreachable', 'broken', 'closed'].includes(failure);
}

function canRetry(error: unknown, { mayRepeat }: RetryRules): error is ConnectionError {
  if (!(error instanceof ConnectionError) || !worthTrying.has(error.failure)) return false;
  if ((error.retryAfterMs ?? 0) > pauses.longestMs) return false;
  return mayRepeat || !error.mayHaveRun;
}
