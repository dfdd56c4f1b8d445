/**
 * The client behind a request: asking, limits and identity behind one interface, whichever way its era provides them.
 *
 * It has two implementations: a session, for all of its requests, and a single request that describes its own sender.
 */
import type { Asker } from '../asking/asker.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import type { CallContext } from '../calls/call-context.js';
import type { ParkedCall, RoundsHolder } from '../calls/parked-calls.js';
import type { RateLimit } from '../calls/rate-limit.js';
import type { LogLevel } from '../model/asking.js';
import type { Principal } from '../model/principal.js';
import type { MirroredArgument } from '../calls/call.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { Outlet } from './outlet.js';
import type { Subscription } from './subscription.js';

export interface CallingClient {
  /** The authenticated caller of the request. */
  readonly principal: Principal;
  /** Its own tasks; `undefined` where it has none. */
  readonly tasks: CallerTasks | undefined;
  /** The argument that a gateway saw in a header of the request; `undefined` where no argument is mirrored. */
  readonly mirroredArgument: MirroredArgument | undefined;
  /** Identifies the session; `undefined` where no session outlives the request. */
  readonly session: CallSession | undefined;
  /** @throws ToolError when an earlier round ran steps in a build that the current build cannot continue from */
  refuseOtherBuild(build: string | undefined): void;
  readonly rate: RateLimit;
  /** Opens the asker for the questions of a call's method. */
  openAsker(context: CallContext): Asker;
  /** The lowest level of log messages that the client wants; `undefined` for none. */
  logThreshold(): LogLevel | undefined;
  /** Reads the state of earlier rounds from the request, if any. @throws McpError when that state is unusable */
  prepare(): Promise<void> | undefined;
  /** Holds the generation of a call over its rounds; `undefined` in the era without rounds, and for calls that may not ask. */
  roundsHolder(context: CallContext): RoundsHolder | undefined;
  /** Returns the call that this request continues, once, if it still waits in this process. */
  takeParked(): ParkedCall | undefined;
  /** Makes the subscription for a request to listen; `undefined` in the era without such requests. */
  listen(outlet: Outlet): Subscription | undefined;
}
