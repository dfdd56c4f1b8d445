/**
 * A call whose server and client have tasks: the argument of every operation.
 */
import type { Call } from '../calls/call.js';
import type { Client } from '../calls/client.js';
import type { InterceptingServer } from '../calls/interception.js';
import type { Outlet } from '../calls/outlet.js';
import type { ServerExtensions } from '../extensions/server-extensions.js';
import type { Principal } from '../model/principal.js';
import type { Revision } from '../revisions/revision.js';
import type { CallerTasks } from './caller-tasks.js';
import type { TaskRegistry } from './task-registry.js';

/** The part of a server that an operation may use. */
export interface OperationServer extends InterceptingServer {
  /** The tasks of this server; `undefined` if it has none. */
  readonly tasks?: TaskRegistry;
  /** The extensions that it offers; `undefined` if it has none. */
  readonly extensions?: ServerExtensions | undefined;
}

/** The call of a client that may own tasks. */
export interface TaskOwnerCall {
  readonly revision: Revision;
  readonly server: OperationServer;
  readonly outlet: Outlet;
  readonly principal: Principal;
}

/** A client that may own tasks. */
export interface TaskClient extends Client {
  /** Returns the sender's own tasks, which can also make one of this call; `undefined` if it has none. */
  tasksOf(call: TaskOwnerCall): CallerTasks | undefined;
}

export type OperationCall = Call<OperationServer, TaskClient>;
