/**
 * Checks the preconditions of every request about tasks: a server that keeps tasks, and a client that supports them.
 */
import { missingOf } from '../asking/missing-capabilities.js';
import { McpError } from '../errors/mcp-error.js';
import { tasksExtension } from '../revisions/extensions.js';
import type { OperationCall } from './operation-call.js';
import type { CallerTasks } from './caller-tasks.js';

/**
 * @throws McpError `method-not-found` where the server has no tasks, `missing-client-capability` where the client does not
 * support them
 */
export function requireTasks({ tasks, revision, context }: OperationCall): CallerTasks {
  if (!tasks) throw new McpError('method-not-found', 'this server keeps no tasks');
  if (revision.tasks.by === 'server' && !takesPart(context.clientCapabilities)) throw missingTasks('this request');
  return tasks;
}

/** Returns whether a client declares that its calls may become tasks, in revisions where the server decides. */
export function takesPart(clientCapabilities: OperationCall['context']['clientCapabilities']): boolean {
  return missingOf(tasksExtension, clientCapabilities) === undefined;
}

/** @param what the feature that needs tasks; begins the message */
export function missingTasks(what: string): McpError {
  return new McpError('missing-client-capability', `${what} needs a client with the tasks extension`, {
    requiredCapabilities: tasksExtension,
  });
}
