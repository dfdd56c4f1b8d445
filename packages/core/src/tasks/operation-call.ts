/**
 * A call and its server with their tasks: the argument of every operation.
 */
import type { Call, ServerFacts } from '../calls/call.js';
import type { OfferedExtensions } from '../extensions/offered-extensions.js';
import type { CallerTasks } from './caller-tasks.js';
import type { TaskRegistry } from './task-registry.js';

/** The part of a server that an operation may use. */
export interface OperationServer extends ServerFacts {
  /** The tasks of this server; `undefined` where it has none. */
  readonly tasks?: TaskRegistry;
  /** The extensions that it offers; `undefined` where it has none. */
  readonly extensions?: OfferedExtensions | undefined;
}

export interface OperationCall extends Call {
  readonly server: OperationServer;
  /** The sender's own tasks, which can also make one of this call; `undefined` where it has none. */
  readonly tasks: CallerTasks | undefined;
}
