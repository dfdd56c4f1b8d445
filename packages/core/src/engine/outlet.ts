/**
 * The outlet for the engine's messages. A transport makes one for each exchange (an HTTP request) or conversation (a pipe).
 */
import type { ClientConnection } from '../callers/clients.js';
import type { ErrorKind } from '../errors/error-kinds.js';

/** One message for the peer, as the JSON text of a single line. */
export interface Outgoing {
  readonly kind: 'response' | 'notification' | 'request';
  readonly json: string;
  /** The same in three parts, where the middle one is kept as bytes and need not be encoded again. */
  readonly encoded?: EncodedMessage;
  /** On a notification of something that every process of a deployment sees by itself, and tells to those who listen there. */
  readonly isEverywhere?: boolean;
  /** On a response that is an error: which, for transports that have statuses of their own. */
  readonly problem?: ErrorKind;
  /** On a refusal for scopes: all that the operation needs. */
  readonly scopes?: readonly string[];
  /** On an error that repeats no request's id: some revisions' schemas have no such message. */
  readonly lacksId?: boolean;
}

/** A message whose largest part is bytes that many messages share. */
export interface EncodedMessage {
  readonly before: string;
  /** The same text twice; the bytes are encoded when they are first read. */
  readonly body: { readonly members: string; readonly bytes: Uint8Array };
  readonly after: string;
}

export interface Outlet {
  /**
   * @returns resolves when the transport can take more, so a slow reader slows the sender; `undefined` when it can at once,
   * or when the peer is gone and the message is dropped. Never rejects.
   */
  send(message: Outgoing): Promise<void> | undefined;
  /** Takes back a message that still waits to be sent. Absent where none waits. @returns whether it did */
  withdraw?(message: Outgoing): boolean;
  /** False on a standing outlet that leads nowhere: its client keeps nothing open. True when left out. */
  readonly isReachable?: boolean;
  /** False where an answer to a request of ours could not come back; true when left out. */
  readonly carriesRequests?: boolean;
  /** The client's connection, where its transport counts the budgets of each client. */
  readonly connection?: ClientConnection | undefined;
  /**
   * Lets the connection go while the exchange lives on; the peer comes back for the rest. Absent where it could not.
   *
   * @returns whether the peer sees it
   */
  releaseConnection?(): boolean;
}
