/**
 * The result of reading a peer's text once: its shape, its era, and for the modern era its envelope.
 *
 * Spec: 2026-07-28 basic/versioning
 */
import type { ErrorKind } from '../errors/error-kinds.js';
import type { PeerMessage } from '../json-rpc/messages.js';
import type { LogLevel } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { Outgoing } from '../calls/outlet.js';

/** The claims of a message's HTTP headers, unchanged; `undefined` where a header was absent. */
export interface HeaderClaims {
  readonly protocolVersion: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
  /** Returns the mirrored parameter with this header name, given without the `Mcp-Param-` prefix, in any case. */
  readonly parameter: (headerName: string) => string | undefined;
}

/** A text that is not a message, or a modern message with an invalid envelope. */
export interface RefusedIncoming {
  readonly kind: 'refused';
  readonly problem: ErrorKind;
  /** True for a notification or an answer: these are never answered, but an HTTP status may refuse them. */
  readonly wantsNoAnswer: boolean;
  readonly response: Outgoing;
  /** The same error for each further request whose id could be read, for transports that answer each separately. */
  readonly others: readonly Outgoing[];
}

/** A message of the handshake's era, meaningful only within a session. */
export interface LegacyIncoming {
  readonly kind: 'legacy';
  readonly message: PeerMessage;
}

/** A self-contained message that carries its own revision and capabilities. */
export interface ModernIncoming {
  readonly kind: 'modern';
  readonly message: PeerMessage;
  readonly revision: Revision;
  readonly envelope: Envelope;
  readonly mirror: HeaderClaims | undefined;
}

/** A JSON array of messages, which only one legacy revision allows. */
export interface BatchIncoming {
  readonly kind: 'batch';
  readonly items: readonly (LegacyIncoming | RefusedIncoming)[];
}

/** A text of a peer after it was read once. */
export type Incoming = RefusedIncoming | LegacyIncoming | ModernIncoming | BatchIncoming;

/** The members of a modern message's `params._meta` that describe its sender. */
export interface Envelope {
  readonly clientCapabilities: JsonObject;
  /** The lowest level of log messages that the client wants; `undefined` for no messages. */
  readonly logLevel: LogLevel | undefined;
}
