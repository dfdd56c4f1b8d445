/**
 * `tasks/list`: lists the client's own tasks in order of creation. A page leaves out tasks whose tool the caller may not call now.
 *
 * Spec: 2025-11-25 basic/utilities/tasks#listing-tasks
 */
import { McpError } from '../errors/mcp-error.js';
import type { JsonValue } from '../model/json.js';
import type { ResultMembers } from '../calls/operation-result.js';
import type { OperationCall } from '../tasks/operation-call.js';
import { mayReadTask } from '../tasks/require-task.js';
import { requireTasks } from '../tasks/require-tasks.js';
import type { TaskPlace } from '../tasks/task-store.js';
import { writeTask } from '../tasks/write-task.js';

export async function tasksList(call: OperationCall): Promise<ResultMembers> {
  const {
    registry,
    tasks: { owner },
  } = requireTasks(call);
  // Without an identified caller, a list would show the tasks of all callers.
  if (owner === '') throw new McpError('method-not-found', 'tasks cannot be listed without a session');
  const { pageSize } = call.server.limits;
  const found = await registry.list(owner, readCursor(call.params['cursor']), pageSize + 1);
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  const readable = page.filter((task) => mayReadTask(call, task));
  const members = JSON.stringify(readable.map((task) => writeTask(task, call.revision)));
  const next = last && found.length > pageSize ? `,"nextCursor":"${writeCursor(last)}"` : '';
  return `"tasks":${members}${next}`;
}

function writeCursor({ createdAtMs, taskId }: TaskPlace): string {
  return btoa(`${createdAtMs}.${taskId}`);
}

function readCursor(cursor: JsonValue | undefined): TaskPlace | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  const [, createdAtMs, taskId] = (typeof cursor === 'string' && placeIn(cursor)) || [];
  if (createdAtMs !== undefined && taskId !== undefined) return { createdAtMs: Number(createdAtMs), taskId };
  throw new McpError('invalid-params', '"cursor" is not one that this list gave out');
}

function placeIn(cursor: string): RegExpExecArray | null {
  try {
    return /^(\d{1,16})\.([\w-]+)$/.exec(atob(cursor));
  } catch {
    // Not base64, so not a cursor of ours.
    return null;
  }
}
