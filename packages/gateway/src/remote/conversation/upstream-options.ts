/**
 * The options of reaching an upstream server, and its events.
 */
import type { JsonObject } from '@sigil/core';
import type { Connection, ConnectionEvents } from '../connect/connection.js';
import type { Breaker } from '../trouble/breaker.js';
import type { Openings } from '../trouble/openings.js';
import type { EraCheck } from './era-check.js';
import type { ConversationEvents } from './exchange.js';
import type { WantedProtocol } from './open-conversation.js';

/** The upstream, and the listener for its events. */
export interface UpstreamOptions {
  connect(events: ConnectionEvents): Connection;
  /** Connects in the older way, when the upstream does not know the newer one. */
  connectOld?(events: ConnectionEvents): Connection;
  readonly protocol: WantedProtocol;
  readonly client: JsonObject;
  readonly connectTimeoutMs: number;
  /** The time that a program has to start and to answer its handshake; absent for a server that runs already. */
  readonly startTimeoutMs?: number | undefined;
  readonly retries: number;
  readonly events: UpstreamEvents;
  /** The capabilities of the only client; absent when the upstream serves all clients. */
  readonly clientCapabilities?: JsonObject;
  /** Tells that there is only one client, whose capabilities may still be unknown. */
  readonly isOfOneClient?: boolean | undefined;
  /** The questions that may be asked over a connection that clients share; every question when left out. */
  readonly sharedCapabilities?: JsonObject;
  /** Shared by all ways to one upstream; without it, this way has its own. */
  readonly breaker?: Breaker;
  /** Shared by all ways to one upstream; without it, this way has its own. */
  readonly openings?: Openings;
  /** The check of the way that found out this way's era; without it, this way has its own. */
  readonly eraCheck?: EraCheck;
}

/** The events of an upstream server. */
export interface UpstreamEvents extends ConversationEvents {
  /** Called when the connection ends by itself. */
  onLost(error: Error): void;
  onLog(line: string): void;
}
