/**
 * The answer to a text that holds no message that could be read.
 */
import type { Outgoing, RefusedIncoming } from '@sigil/core/engine';

/** @param hasBatches whether each request of a batch gets an answer of its own, in one array; otherwise the first one stands for all */
export function refusalFor({ response, others }: RefusedIncoming, hasBatches: boolean): Outgoing {
  if (!hasBatches || others.length === 0) return response;
  return { ...response, json: `[${[response, ...others].map(({ json }) => json).join(',')}]` };
}
