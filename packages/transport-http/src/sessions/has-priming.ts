/**
 * Tells whether a session's event streams begin with an event that only carries its id.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
import type { Revision } from '@sigil/core/engine';

/**
 * Older clients choke on an event without data. On a stream with such an event, a connection may be let go before its
 * answer.
 */
export function hasPriming(revision: Revision | undefined): boolean {
  return revision?.streamPriming === 'sent';
}
