/**
 * How an upstream server is reached, and what it tells.
 */
import type { JsonObject } from '@sigil/core';
import type { Connection, ConnectionEvents } from '../connect/connection.js';
import type { Breaker } from '../trouble/breaker.js';
import type { EraCheck } from './era-check.js';
import type { ConversationEvents } from './exchange.js';
import type { WantedProtocol } from './open-conversation.js';

/** The upstream, and what there is to be told of it. */
export interface UpstreamOptions {
  connect(events: ConnectionEvents): Connection;
  /** Tried where the upstream does not know how the other one speaks. */
  connectOld?(events: ConnectionEvents): Connection;
  readonly protocol: WantedProtocol;
  readonly client: JsonObject;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  readonly events: UpstreamEvents;
  /** The capabilities of the only client that it serves; absent where it serves all of them. */
  readonly clientCapabilities?: JsonObject;
  /** The questions that may be asked over a connection that its clients share; all of them where left out. */
  readonly sharedCapabilities?: JsonObject;
  /** Shared by all ways to one upstream; without it this one has its own. */
  readonly breaker?: Breaker;
  /** That of the way which found out the era that this one is told; without it this one has its own. */
  readonly eraCheck?: EraCheck;
}

/** The news of an upstream server. */
export interface UpstreamEvents extends ConversationEvents {
  /** The connection ended by itself. */
  onLost(error: Error): void;
  onLog(line: string): void;
}
