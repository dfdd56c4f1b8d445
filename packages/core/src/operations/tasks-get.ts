/**
 * `tasks/get`: returns the status of a task.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#getting-tasks, ext-tasks draft/tasks#getting-task-status
 */
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { requireTask } from '../tasks/require-task.js';
import { writeDetailedTaskMembers, writeTaskMembers } from '../tasks/write-task.js';

export async function tasksGet(call: OperationCall): Promise<ResultMembers> {
  const task = await requireTask(call);
  const write = call.revision.tasks.by === 'server' ? writeDetailedTaskMembers : writeTaskMembers;
  return write(task, call.revision);
}
