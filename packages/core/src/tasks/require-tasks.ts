/**
 * Checks the preconditions of every request about tasks: a server that keeps tasks, and a client that supports them.
 */
import { missingOf } from '../asking/missing-capabilities.js';
import { McpError } from '../errors/mcp-error.js';
import type { JsonObject } from '../model/json.js';
import { tasksExtension } from '../revisions/extensions.js';
import type { OperationCall } from './operation-call.js';
import type { CallerTasks } from './caller-tasks.js';
import type { TaskRegistry } from './task-registry.js';

/**
 * @throws McpError `method-not-found` where the server has no tasks, `missing-client-capability` where the client does not
 * support them
 */
export function requireTasks(call: OperationCall): { readonly registry: TaskRegistry; readonly tasks: CallerTasks } {
  const tasks = call.client.tasksOf(call);
  const { tasks: registry } = call.server;
  if (!tasks || !registry) throw new McpError('method-not-found', 'this server keeps no tasks');
  if (call.revision.tasks.by === 'server' && !takesPart(call.clientCapabilities)) throw missingTasks('this request');
  return { registry, tasks };
}

/** Returns whether a client declares that its calls may become tasks, in revisions where the server decides. */
export function takesPart(clientCapabilities: JsonObject): boolean {
  return missingOf(tasksExtension, clientCapabilities) === undefined;
}

/** @param what the feature that needs tasks; begins the message */
export function missingTasks(what: string): McpError {
  return new McpError('missing-client-capability', `${what} needs a client with the tasks extension`, {
    requiredCapabilities: tasksExtension,
  });
}
