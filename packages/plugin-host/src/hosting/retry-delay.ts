/**
 * Computes the wait before another try at an origin: each wait is twice as long as the one before.
 */
import type { HostLimits } from './host-limits.js';

/** The limits of these waits. */
export type RetryLimits = Pick<HostLimits, 'originRetryMs' | 'maxOriginRetryMs'>;

/** @param count number of earlier waits */
export function retryDelay({ originRetryMs, maxOriginRetryMs }: RetryLimits, count: number): number {
  return Math.min(maxOriginRetryMs, originRetryMs * 2 ** count);
}
