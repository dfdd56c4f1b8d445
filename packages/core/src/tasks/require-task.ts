/**
 * Finds a task for its owner, as far as the caller may still use the tool that runs it.
 */
import { mayReadProduct, requireProduct } from '../calls/producer.js';
import { McpError } from '../errors/mcp-error.js';
import type { OperationCall } from './operation-call.js';
import { requireTasks } from './require-tasks.js';
import type { Task } from './task.js';

/** The part of a call that decides which tasks its caller may read. */
export type TaskReader = Pick<OperationCall, 'principal' | 'server'>;

/** Returns whether the caller may call the task's tool now. */
export function mayReadTask({ principal, server }: TaskReader, { producer }: Task): boolean {
  return producer === undefined || mayReadProduct(principal, producer, server.source);
}

/**
 * @param taskId as the request names it
 * @throws McpError `invalid-params` when the caller has no such task, or no longer has it; `insufficient-scope` when it may not
 * call the task's tool now
 */
export async function requireTask(call: OperationCall, taskId = call.params['taskId']): Promise<Task> {
  const { registry, tasks } = requireTasks(call);
  const task = await registry.require(taskId, tasks.owner);
  const { producer } = task;
  if (producer === undefined || requireProduct(call.principal, producer, call.server.source)) return task;
  throw new McpError('invalid-params', 'there is no task with this id, or no longer');
}
