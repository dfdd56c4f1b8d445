/**
 * Where the engine's messages go. A transport makes one for each exchange (an HTTP request) or conversation (a pipe).
 */
import type { ErrorKind } from '../errors/error-kinds.js';

/** One message for the peer, as the JSON text of a single line. */
export interface Outgoing {
  readonly kind: 'response' | 'notification' | 'request';
  readonly json: string;
  /** On a response that is an error: which, for transports that have statuses of their own. */
  readonly problem?: ErrorKind;
  /** On an error that repeats no request's id: some revisions' schemas have no such message. */
  readonly lacksId?: boolean;
}

export interface Outlet {
  /**
   * @returns resolves when the transport can take more, so a slow reader slows the sender; resolves too (and the message
   * is dropped) when the peer is gone. Never rejects.
   */
  send(message: Outgoing): Promise<void>;
}
