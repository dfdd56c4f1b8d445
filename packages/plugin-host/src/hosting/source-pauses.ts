/**
 * The pauses between tries at the source of a plugin.
 */
import type { BackOff } from '@sigil/core/internal';
import type { HostLimits } from './host-limits.js';

/** The limits of these pauses. */
export type RetryLimits = Pick<HostLimits, 'originRetryMs' | 'maxOriginRetryMs'>;

/** @returns pauses without jitter, since no other process waits for the same source at the same moment */
export function sourcePauses({ originRetryMs, maxOriginRetryMs }: RetryLimits): BackOff {
  return { firstMs: originRetryMs, longestMs: maxOriginRetryMs };
}
