/**
 * Refuses a request whose head is longer than allowed, before an endpoint sees it.
 */
import type { ServerLimits } from '../limits.js';
import type { Refusal } from './refusal.js';

/** The parts of a request's head that are counted. */
interface RequestHead {
  readonly url?: string | undefined;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
}

/** @returns `undefined` for a head within the limits */
export function refuseLongHead(
  { url = '', rawHeaders }: RequestHead,
  { maxUrlBytes, maxHeaders }: Pick<ServerLimits, 'maxUrlBytes' | 'maxHeaders'>,
): Refusal | undefined {
  if (url.length > maxUrlBytes)
    return { status: 414, message: `the URL is longer than ${maxUrlBytes} bytes (limit maxUrlBytes)` };
  if (rawHeaders.length > 2 * maxHeaders)
    return { status: 431, message: `there are more than ${maxHeaders} headers (limit maxHeaders)` };
  return undefined;
}
