/**
 * The client of one request of a session, as seen by the request's call.
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

/** The state shared by all calls of a session, created when a call first needs it. */
export interface SessionReach extends CallSession {
  /** Returns the rate limit of the client that a request came from. */
  rateFor(outlet: Outlet): RateLimit;
  /** False for a session of one request. */
  readonly isKept: boolean;
  /** Returns the session's tasks for the request with this outlet; `undefined` where its revision has none. */
  tasksFor(outlet: Outlet): CallerTasks | undefined;
  openAsker(asking: Omit<TaskAsking, 'meta'> | TaskAsking): Asker;
}

/** The client of a session, as seen by one of its requests. */
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

  /** Session requests do not mirror arguments in headers. */
  get mirroredArgument(): undefined {
    return undefined;
  }

  /** Has no earlier rounds to refuse. */
  refuseOtherBuild(): void {}

  logThreshold(): LogLevel {
    return this.reach.logThreshold;
  }

  openAsker(context: CallContext): Asker {
    return this.reach.openAsker({ context, outlet: this.outlet });
  }

  /** A session asks while a call runs, so its requests carry no state. */
  roundsHolder(): undefined {
    return undefined;
  }

  takeParked(): undefined {
    return undefined;
  }

  prepare(): undefined {
    return undefined;
  }

  /** A session uses its standing stream instead. */
  listen(): undefined {
    return undefined;
  }
}
