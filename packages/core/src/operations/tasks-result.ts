/**
 * `tasks/result`: waits for a task's end and gives the answer that its call would have given.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#retrieving-task-results
 */
import { McpError } from '../errors/mcp-error.js';
import type { JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { untilAborted } from '../calls/call-abort.js';
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { requireTask } from '../tasks/require-task.js';
import { requireTasks } from '../tasks/require-tasks.js';
import type { TaskRegistry } from '../tasks/task-registry.js';
import { isTerminal, type Task, type TaskResult } from '../tasks/task.js';

export async function tasksResult(call: OperationCall): Promise<ResultMembers> {
  const { registry, tasks } = requireTasks(call);
  const { taskId } = await requireTask(call);
  const leave = tasks.join?.(taskId);
  try {
    return writeOutcome(await untilEnded(taskId, registry, call));
  } finally {
    leave?.();
  }
}

/** @throws McpError when the task is gone, or the caller may no longer read it; the reason when the request is aborted */
async function untilEnded(taskId: string, registry: TaskRegistry, call: OperationCall): Promise<Task> {
  const aborted = untilAborted(call);
  // The abort may come while nothing awaits it; the next wait sees it.
  aborted.catch(() => undefined);
  let wake: () => void = () => undefined;
  const stopListening = registry.onChange(taskId, () => wake());
  const stopLooking = registry.lookAgain(() => wake());
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      const task = await requireTask(call, taskId);
      if (isTerminal(task.status)) return task;
      await Promise.race([changed, aborted]);
    }
  } finally {
    stopListening();
    stopLooking();
  }
}

function writeOutcome({ taskId, outcome }: Task): ResultMembers {
  if (!outcome) throw new McpError('invalid-params', 'the task was cancelled and has no result');
  if (outcome.kind === 'error') throw new McpError(outcome.problem, outcome.message, outcome.data);
  const meta: JsonObject = { ...readMeta(outcome), [metaKeys.relatedTask]: { taskId } };
  return `${outcome.membersJson},"_meta":${JSON.stringify(meta)}`;
}

function readMeta({ metaJson }: TaskResult): JsonObject | undefined {
  return metaJson === undefined ? undefined : (JSON.parse(metaJson) as JsonObject); // an object, written when the call ended
}
