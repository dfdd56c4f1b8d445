/**
 * The pauses between tries at the source of a plugin.
 */
import type { PluginError } from '@sigil/core/building';
import type { BackOff } from '@sigil/core/internal';
import type { HostLimits } from './host-limits.js';

/** The limits of these pauses. */
export type RetryLimits = Pick<HostLimits, 'originRetryMs' | 'maxOriginRetryMs'>;

/** @returns pauses without jitter, since no other process waits for the same source at the same moment */
export function sourcePauses({ originRetryMs, maxOriginRetryMs }: RetryLimits): BackOff {
  return { firstMs: originRetryMs, longestMs: maxOriginRetryMs };
}

/** The errors of a source without a build. */
const nothingThere: ReadonlySet<string> = new Set(['manifest-missing', 'pointer-missing']);

/** Returns whether the source itself announces when it can be read, as it does with a first build. */
export function isAnnounced({ code }: PluginError): boolean {
  return nothingThere.has(code);
}
