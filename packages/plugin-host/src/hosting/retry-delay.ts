/**
 * Computes the wait before an origin is asked again: each wait is twice as long as the one before.
 */
import type { HostLimits } from './host-limits.js';

/** The limits that say so. */
export type RetryLimits = Pick<HostLimits, 'originRetryMs' | 'maxOriginRetryMs'>;

/** @param count of the waits before */
export function retryDelay({ originRetryMs, maxOriginRetryMs }: RetryLimits, count: number): number {
  return Math.min(maxOriginRetryMs, originRetryMs * 2 ** count);
}
