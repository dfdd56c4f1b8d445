/**
 * Reports the status of tasks to a modern subscription.
 *
 * Spec: ext-tasks draft/tasks#task-status-notifications
 */
import { McpError } from '../errors/mcp-error.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import type { OperationCall } from './operation-call.js';
import { mayReadTask } from './require-task.js';
import { requireTasks } from './require-tasks.js';
import { writeDetailedTask } from './write-task.js';

/**
 * @param wanted the filter's `taskIds`
 * @returns those that belong to the sender, and whose tool it may call
 * @throws McpError `invalid-params` for anything but ids, `missing-client-capability` when the client does not support tasks
 */
export async function readTaskIds(wanted: JsonValue, call: OperationCall): Promise<readonly string[]> {
  const { registry, tasks: own } = requireTasks(call);
  if (!Array.isArray(wanted) || !wanted.every((taskId) => typeof taskId === 'string')) {
    throw new McpError('invalid-params', '"taskIds" must be an array of ids');
  }
  const most = call.server.limits.maxSubscriptions;
  if (wanted.length > most) {
    throw new McpError('invalid-params', `"taskIds" holds at most ${most} ids (limit maxSubscriptions)`);
  }
  const tasks = await Promise.all([...new Set<string>(wanted)].map((taskId) => registry.find(taskId, own.owner)));
  return tasks.flatMap((task) => (task && mayReadTask(call, task) ? [task.taskId] : []));
}

/** Passes each of the tasks to `report` whenever it has changed. @returns a function that stops this */
export function followTasks(
  taskIds: readonly string[],
  call: OperationCall,
  report: (task: JsonObject) => void,
): () => void {
  const { registry, tasks } = requireTasks(call);
  const { owner } = tasks;
  const { revision, principal, server } = call;
  const stops = taskIds.map((taskId) => {
    let toldVersion = 0;
    const reportOnce = async (): Promise<void> => {
      const task = await registry.find(taskId, owner);
      if (!task || task.version <= toldVersion || !mayReadTask({ principal, server }, task)) return;
      toldVersion = task.version;
      report(writeDetailedTask(task, revision));
    };
    const look = (): void => {
      reportOnce().catch((error: unknown) => registry.reportFault(`telling of task "${taskId}"`, error));
    };
    const [stopListening, stopLooking] = [registry.onChange(taskId, look), registry.lookAgain(look)];
    return () => {
      stopListening();
      stopLooking();
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}
