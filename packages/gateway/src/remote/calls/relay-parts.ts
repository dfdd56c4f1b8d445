/**
 * The parts of a relay that its calls share, and its limits.
 */
import type { ReconnectingClient } from '@sigil/client/internal';
import type { RunningList } from '@sigil/core/internal';
import type { ErrorSecrets } from './error-secrets.js';
import type { ObservedRequest } from './observe-request.js';
import type { PageRequests } from './page-requests.js';
import type { ParkedCalls, ParkingLimits } from './parked-calls.js';
import type { UpstreamRequest } from './relay.js';
import type { SessionLimits, SessionPool } from './session-pool.js';

/** The upstream's name, its observers, the pages that its clients were asked to open, and the secrets that they must not read. */
export interface RelayOptions {
  /** Name of the upstream server. */
  readonly name: string;
  readonly pages: PageRequests;
  readonly secrets: ErrorSecrets;
  /** Returns whether the upstream offers the extension, so that calls declare it there for a client that does. */
  offersExtension(id: string): boolean;
  /** Returns whether the upstream has views, so that calls of a client that shows them declare it there. */
  hasViews(): boolean;
  /** Called for each request to the upstream, once it has ended. */
  readonly onRequest?: ((request: ObservedRequest) => void) | undefined;
  /** Called when a call has ended, with the error of one that failed. */
  readonly onEnded?: ((error?: unknown) => void) | undefined;
}

/** The limits of parked calls and of sessions. */
export interface RelayLimits extends ParkingLimits, SessionLimits {}

/** The upstream as the calls of one account use it. */
export interface RelayParts extends RelayOptions {
  readonly upstream: ReconnectingClient;
  readonly sessions: SessionPool;
  readonly parked: ParkedCalls;
  /** The calls that may send more than one request, without those that end to ask their client. */
  readonly running: RunningList<UpstreamRequest>;
}
