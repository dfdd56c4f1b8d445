/**
 * Reads whether a line that arrives while the server opens can be handled at once.
 *
 * Spec: 2025-11-25 basic/lifecycle, basic/utilities/ping; 2026-07-28 server/discover
 */
import type { Engine, RequestId } from '@sigil/core/engine';
import type { PeerMessage, RefusedIncoming } from '@sigil/core/internal';

/**
 * The part that a line plays while the server opens: `immediate` needs nothing that is still being opened, `waiting` does (and has no id in a
 * batch), a cancellation ends the wait of a request, and `following` keeps its place after the lines that wait.
 */
export type Arrival =
  | { readonly kind: 'immediate' | 'following' }
  | { readonly kind: 'waiting'; readonly id?: RequestId }
  | { readonly kind: 'cancellation'; readonly id: RequestId };

/** The requests that every server answers without its lists. */
const immediateMethods: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'ping']);
const immediate: Arrival = { kind: 'immediate' };
const following: Arrival = { kind: 'following' };
/** The part of a line whose message is not read. */
export const waiting: Arrival = { kind: 'waiting' };

/** @param line of either era */
export function readArrival(engine: Engine, line: string): Arrival {
  try {
    const incoming = engine.read(line);
    if (incoming.kind === 'refused') return immediate;
    if (incoming.kind !== 'batch') return arrivalOf(incoming.message);
    // A request of a batch cannot be withdrawn from it, so a cancellation follows it.
    return incoming.items.every(isImmediate) ? immediate : waiting;
  } catch {
    // The conversation reads the line again, and reports the fault.
    return immediate;
  }
}

function isImmediate(item: RefusedIncoming | { readonly kind: 'legacy'; readonly message: PeerMessage }): boolean {
  return item.kind === 'refused' || arrivalOf(item.message).kind === 'immediate';
}

function arrivalOf(message: PeerMessage): Arrival {
  if (message.kind === 'response') return following;
  const { method, params } = message;
  if (message.kind === 'request') return immediateMethods.has(method) ? immediate : { kind: 'waiting', id: message.id };
  const { requestId: id } = params;
  const isCancellation = method === 'notifications/cancelled' && (typeof id === 'string' || typeof id === 'number');
  return isCancellation ? { kind: 'cancellation', id } : following;
}
