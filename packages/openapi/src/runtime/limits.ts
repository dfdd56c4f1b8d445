/**
 * Every limit of a request to an API, with its default. `docs/reference/limits.md` describes them.
 */
import type { ApiLimits } from './description.js';

/** The limits of a description that names none. */
export const defaultApiLimits: Required<ApiLimits> = {
  requestTimeoutMs: 30_000,
  maxAnswerBytes: 10_485_760,
  maxRetryAfterMs: 5_000,
};

/** @throws Error naming the limit, for anything but a whole number of at least 1; `maxRetryAfterMs` may be 0 */
export function readLimits(limits: ApiLimits = {}): Required<ApiLimits> {
  for (const [name, value] of Object.entries(limits)) {
    const least = name === 'maxRetryAfterMs' ? 0 : 1;
    if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
      throw new Error(`limits: "${name}" must be a whole number of at least ${least}`);
    }
  }
  return { ...defaultApiLimits, ...limits };
}
