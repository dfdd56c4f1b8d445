/**
 * Decides whether a session's event streams begin with an event that carries only its id.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
import type { Revision } from '@sigil/core/engine';

/**
 * Returns false for older clients, which fail on an event without data. With such an event, a connection may be released before
 * its answer.
 */
export function hasPriming(revision: Revision | undefined): boolean {
  return revision?.streamPriming === 'sent';
}
