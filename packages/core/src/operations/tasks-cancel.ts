/**
 * `tasks/cancel`: cancels a task before it answers the request; the task stays cancelled.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#cancelling-tasks, ext-tasks draft/tasks#cancelling-tasks
 */
import { McpError } from '../errors/mcp-error.js';
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { requireTask } from '../tasks/require-task.js';
import { requireTasks } from '../tasks/require-tasks.js';
import { isTerminal } from '../tasks/task.js';
import { writeTaskMembers } from '../tasks/write-task.js';

const statusMessage = 'cancelled by the client';

export async function tasksCancel(call: OperationCall): Promise<ResultMembers> {
  const { registry } = requireTasks(call);
  const { taskId, status } = await requireTask(call);
  const task = await registry.cancel(taskId, statusMessage);
  if (call.revision.tasks.by === 'server') return '';
  if (!isTerminal(status) && task?.status === 'cancelled') return writeTaskMembers(task, call.revision);
  throw new McpError('invalid-params', `the task has already ended as ${task?.status ?? status}`);
}
