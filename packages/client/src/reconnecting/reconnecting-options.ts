/**
 * The options of reaching a server, and its events.
 */
import type { JsonObject } from '@sigil/core';
import type { Connection, ConnectionEvents } from '../transports/connection.js';
import type { Breaker } from '../retry/breaker.js';
import type { OpeningLimiter } from '../retry/opening-limiter.js';
import type { EraCheck } from './era-check.js';
import type { ServerEvents } from '../era/era-client.js';
import type { WantedProtocol } from '../era/open-era-client.js';

/** The server, and the listener for its events. */
export interface ReconnectingOptions {
  connect(events: ConnectionEvents): Connection;
  /** Connects with the older transport, for a server that does not know the newer one. */
  connectOld?(events: ConnectionEvents): Connection;
  readonly protocol: WantedProtocol;
  /** The only revision with a handshake that may be agreed on; absent when any will do. */
  readonly pinnedRevision?: string | undefined;
  readonly client: JsonObject;
  readonly connectTimeoutMs: number;
  /** The time that a program has to start and to answer its handshake; absent for a server that runs already. */
  readonly startTimeoutMs?: number | undefined;
  readonly retries: number;
  readonly events: ReconnectingEvents;
  /** The capabilities of the only client; absent when the server serves all clients. */
  readonly clientCapabilities?: JsonObject;
  /** True if there is only one client, whose capabilities may still be unknown. */
  readonly isOfOneClient?: boolean | undefined;
  /** True if the calls of other clients are sent on, which are notified when the server releases a connection. */
  readonly forwardsReleases?: boolean;
  /** The capabilities of a connection that clients share; all that some client may have when left out. */
  readonly sharedCapabilities?: JsonObject;
  /** Shared by all clients of one server; without it, this client has its own. */
  readonly breaker?: Breaker;
  /** Shared by all clients of one server; without it, this client has its own. */
  readonly openings?: OpeningLimiter;
  /** The check of the client that detected the era; without it, this client has its own. */
  readonly eraCheck?: EraCheck;
}

/** The events of a server. */
export interface ReconnectingEvents extends ServerEvents {
  /** Called when the connection ends by itself. */
  onLost(error: Error): void;
  onLog(line: string): void;
}
