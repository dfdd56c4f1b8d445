/**
 * The answer to a text that contains no readable message.
 */
import type { Outgoing } from '@sigil/core/engine';
import type { RefusedIncoming } from '@sigil/core/internal';

/** @param hasBatches whether each request of a batch gets its own answer, in one array; otherwise the answer of the first is that of all */
export function refusalFor({ response, others }: RefusedIncoming, hasBatches: boolean): Outgoing {
  if (!hasBatches || others.length === 0) return response;
  return { ...response, json: `[${[response, ...others].map(({ json }) => json).join(',')}]` };
}
