/**
 * The client behind a request: asked, limited and told apart through one interface, whichever way its era reaches it.
 *
 * Two implement it: a session, for all of its requests, and a single request that says of its sender what there is to say.
 */
import type { Asker } from '../asking/asker.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import type { CallContext } from '../calls/call-context.js';
import type { RateLimit } from '../calls/rate-limit.js';
import type { LogLevel } from '../model/asking.js';
import type { Principal } from '../model/principal.js';
import type { MirroredArgument } from '../calls/call.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { Outlet } from './outlet.js';
import type { Subscription } from './subscription.js';

export interface CallingClient {
  /** The caller, as its request was authenticated. */
  readonly principal: Principal;
  /** Its own tasks; `undefined` where it has none. */
  readonly tasks: CallerTasks | undefined;
  /** The argument that a gateway saw in a header of the request; `undefined` where nothing is mirrored. */
  readonly mirroredArgument: MirroredArgument | undefined;
  /** Stands for the session; `undefined` where none outlives the request. */
  readonly session: CallSession | undefined;
  /** @throws ToolError when an earlier round ran steps in another build than the one that runs now, which cannot be gone on from */
  refuseOtherBuild(build: string | undefined): void;
  readonly rate: RateLimit;
  /** Asks what the method of a call wants to know. */
  openAsker(context: CallContext): Asker;
  /** The lowest level of log messages that it wants; `undefined` for none. */
  logThreshold(): LogLevel | undefined;
  /** Reads what the request brought along of earlier rounds, where it did. @throws McpError when that cannot be used */
  prepare(): Promise<void> | undefined;
  /** Makes the subscription that a request to listen becomes; there where such requests are. */
  listen(outlet: Outlet): Subscription | undefined;
}
