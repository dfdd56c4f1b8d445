/**
 * Writes a task for one revision.
 *
 * Spec: schema/2025-11-25 Task, ext-tasks draft/schema DetailedTask
 */
import type { JsonObject, JsonValue } from '../model/json.js';
import type { Revision } from '../revisions/revision.js';
import type { ResultMembers, TypedResult } from '../calls/operation-result.js';
import type { Task, TaskOutcome, TaskResult } from './task.js';

/** Writes the members that both forms of a task share: all but the outcome. */
export function writeTask(task: Task, { tasks }: Revision): JsonObject {
  return {
    taskId: task.taskId,
    status: task.status,
    ...(task.statusMessage === undefined ? {} : { statusMessage: task.statusMessage }),
    createdAt: new Date(task.createdAtMs).toISOString(),
    lastUpdatedAt: new Date(task.lastUpdatedAtMs).toISOString(),
    [tasks.ttlMember]: task.ttlMs,
    [tasks.pollIntervalMember]: task.pollIntervalMs,
  };
}

/** Writes the members of a task that do not depend on its status. */
export function writeTaskMembers(task: Task, revision: Revision): ResultMembers {
  return membersOf(writeTask(task, revision));
}

/** Writes the task with the members that its status adds: questions, a result or an error. */
export function writeDetailedTask(task: Task, revision: Revision): JsonObject {
  const written = writeTask(task, revision);
  if (task.status === 'input_required') return { ...written, inputRequests: task.inputRequests };
  if (!task.outcome) return written;
  if (task.outcome.kind === 'error') return { ...written, error: writeError(task.outcome, revision) };
  return { ...written, result: readResult(task.outcome) };
}

/** Does the same as members; the result is copied from its stored text. */
export function writeDetailedTaskMembers(task: Task, revision: Revision): ResultMembers {
  if (task.outcome?.kind !== 'result') return membersOf(writeDetailedTask(task, revision));
  return `${writeTaskMembers(task, revision)},"result":${writeResult(task.outcome)}`;
}

/** Writes the answer to the call that became this task. */
export function writeCreatedTask(task: Task, revision: Revision): ResultMembers | TypedResult {
  if (revision.tasks.by === 'client') return membersOf({ task: writeTask(task, revision) });
  return { members: writeTaskMembers(task, revision), type: 'task' };
}

function writeError({ problem, message, data }: TaskOutcome & { kind: 'error' }, { errorCodes }: Revision): JsonObject {
  const error: Record<string, JsonValue> = { code: errorCodes[problem], message };
  if (data !== undefined) error['data'] = data;
  return error;
}

function writeResult({ membersJson, metaJson }: TaskResult): string {
  const meta = metaJson === undefined ? '' : `,"_meta":${metaJson}`;
  return `{"resultType":"complete",${membersJson}${meta}}`;
}

function readResult(result: TaskResult): JsonObject {
  return JSON.parse(writeResult(result)) as JsonObject; // an object, written by the operation itself
}

function membersOf(object: JsonObject): ResultMembers {
  return JSON.stringify(object).slice(1, -1);
}
