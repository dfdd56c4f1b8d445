/**
 * The client of one request of a session, as the call that the request becomes reaches it.
 */
import type { Asker } from '../asking/asker.js';
import type { LogLevel } from '../model/asking.js';
import type { Principal } from '../model/principal.js';
import type { CallSession } from '../catalog/stream-carrier.js';
import type { CallContext } from '../calls/call-context.js';
import type { RateLimit } from '../calls/rate-limit.js';
import type { CallerTasks } from '../tasks/caller-tasks.js';
import type { Outlet } from './outlet.js';
import type { CallingClient } from './calling-client.js';
import type { TaskAsking } from './session-tasks.js';

/** The parts that all calls of a session share; made when a call first needs them. */
export interface SessionReach extends CallSession {
  /** Of the client that a request came from. */
  rateFor(outlet: Outlet): RateLimit;
  readonly logThreshold: LogLevel;
  /** Tells whether it outlives its request. */
  readonly isKept: boolean;
  /** The session's tasks, for a request that is answered there; none where its revision has none. */
  tasksFor(outlet: Outlet): CallerTasks | undefined;
  openAsker(asking: Omit<TaskAsking, 'meta'> | TaskAsking): Asker;
}

/** The client of a session, as one of its requests reaches it. */
export class SessionClient implements CallingClient {
  constructor(
    private readonly reach: SessionReach,
    private readonly outlet: Outlet,
    readonly principal: Principal,
  ) {}

  get session(): CallSession | undefined {
    return this.reach.isKept ? this.reach : undefined;
  }

  get rate(): RateLimit {
    return this.reach.rateFor(this.outlet);
  }

  get tasks(): CallerTasks | undefined {
    return this.reach.tasksFor(this.outlet);
  }

  /** The headers of a request with a session are not looked at for arguments. */
  get mirroredArgument(): undefined {
    return undefined;
  }

  /** There are no earlier rounds. */
  refuseOtherBuild(): void {}

  logThreshold(): LogLevel {
    return this.reach.logThreshold;
  }

  openAsker(context: CallContext): Asker {
    return this.reach.openAsker({ context, outlet: this.outlet });
  }

  /** A session asks while a call runs: its requests bring nothing along. */
  prepare(): undefined {
    return undefined;
  }

  /** A session has its standing stream for that. */
  listen(): undefined {
    return undefined;
  }
}
