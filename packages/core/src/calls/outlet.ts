/**
 * The outlet for the engine's messages. A transport makes one for each exchange (an HTTP request) or conversation (a pipe).
 */
import type { ClientConnection } from '../callers/clients.js';
import type { ErrorKind } from '../errors/error-kinds.js';

/** One message for the peer, as the JSON text of a single line. */
export interface Outgoing {
  readonly kind: 'response' | 'notification' | 'request';
  readonly json: string;
  /** The same message in three parts, where the middle part is cached bytes that need no encoding. */
  readonly encoded?: EncodedMessage;
  /** Marks a notification that every process of a deployment sends to its own listeners. */
  readonly isEverywhere?: boolean;
  /** The kind of error in an error response, for transports with their own statuses. */
  readonly problem?: ErrorKind;
  /** All scopes that the operation needs, on a refusal for missing scopes. */
  readonly scopes?: readonly string[];
  /** True for an error without a request's id; the schemas of some revisions have no such message. */
  readonly lacksId?: boolean;
}

/** A message whose largest part is bytes shared by many messages. */
export interface EncodedMessage {
  readonly before: string;
  /** The same text in two forms; the bytes are encoded on first read. */
  readonly body: { readonly members: string; readonly bytes: Uint8Array };
  readonly after: string;
}

export interface Outlet {
  /**
   * @returns resolves when the transport can take more, so a slow reader slows the sender; `undefined` when it can at once, or
   * when the peer is gone and the message is dropped. Never rejects
   */
  send(message: Outgoing): Promise<void> | undefined;
  /** Removes a message from the send queue. Absent where there is no queue. @returns whether it was still queued */
  withdraw?(message: Outgoing): boolean;
  /** False on a standing outlet whose client keeps no stream open. Default: true. */
  readonly isReachable?: boolean;
  /** True on a pipe, which has no statuses: an error without an id is sent there in every revision. Default: false. */
  readonly needsErrors?: boolean;
  /** False where an answer to a request of ours could not come back. Default: true. */
  readonly carriesRequests?: boolean;
  /** The client's connection, where its transport counts per-client budgets. */
  readonly connection?: ClientConnection | undefined;
  /**
   * Releases the connection while the exchange continues; the peer reconnects for the rest. Absent where it cannot.
   *
   * @returns whether the peer sees it
   */
  releaseConnection?(): boolean;
}
