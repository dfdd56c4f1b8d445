/**
 * `tasks/update`: answers questions of a task. Ignores answers to questions that were not asked.
 *
 * Spec: ext-tasks draft/tasks#providing-input
 */
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { requireTask } from '../tasks/require-task.js';
import { requireTasks } from '../tasks/require-tasks.js';
import type { TaskChange } from '../tasks/task-registry.js';
import type { Task } from '../tasks/task.js';

export async function tasksUpdate(call: OperationCall): Promise<ResultMembers> {
  const { registry } = requireTasks(call);
  const { taskId } = await requireTask(call);
  const given = call.params['inputResponses'] ?? {};
  if (!isJsonObject(given)) throw new McpError('invalid-params', '"inputResponses" must be an object');
  await registry.change(taskId, (task) => answer(task, given));
  return '';
}

/** Moves answered questions from the open ones to the answers; the task resumes when none is left open. */
function answer({ inputRequests, inputResponses }: Task, given: JsonObject): TaskChange | undefined {
  const answers = Object.entries(given).filter(([key]) => Object.hasOwn(inputRequests, key));
  if (answers.length === 0) return undefined;
  const open = Object.entries(inputRequests).filter(([key]) => !Object.hasOwn(given, key));
  return {
    status: open.length > 0 ? 'input_required' : 'working',
    inputRequests: Object.fromEntries(open),
    inputResponses: { ...inputResponses, ...Object.fromEntries(answers) },
  };
}
