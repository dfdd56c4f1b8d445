/**
 * Follows a call that the server runs as a task until the task ends.
 *
 * Spec: 2025-11-25 basic/utilities/tasks, ext-tasks draft/tasks
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { ServerError } from '../errors/server-error.js';
import { pause } from '../retry/pause.js';
import type { TaskState } from './client.js';
import { answerRequests, type QuestionHandlers } from './questions.js';

/** A request, as far as tasks need it. */
export interface TaskRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** Repeated in a header where the era demands it. */
  readonly name?: string;
  readonly taskId?: string;
}

/** The client of a task. */
export interface TaskFollower {
  readonly era: 'legacy' | 'modern';
  readonly questions: QuestionHandlers;
  readonly signal: AbortSignal;
  onTask(task: TaskState): void;
  send(request: TaskRequest): Promise<JsonObject>;
  /** Sends a request whose outcome nobody awaits, after the signal has aborted. */
  cancel(request: TaskRequest): void;
  /** Runs work whose time does not count as waiting for the server. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** The capability with which a client of the modern era allows tasks. */
export const tasksExtension: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const defaultPollMs = 1_000;
const leastPollMs = 50;
const mostPollMs = 60_000;
const internalError = -32603;

/** @returns the task in a result of either era; `undefined` for a call that became none */
export function readTask({ resultType, task, ...members }: JsonObject): JsonObject | undefined {
  const created = resultType === 'task' ? members : task;
  return isJsonObject(created) && typeof created['taskId'] === 'string' ? created : undefined;
}

/** Cancels the task when the signal aborts. @returns the result of the call @throws ServerError as the task ended with */
export async function finishTask(created: JsonObject, follower: TaskFollower): Promise<JsonObject> {
  const taskId = String(created['taskId']);
  const { era, signal, send } = follower;
  follower.onTask(readState(created));
  try {
    // A server with sessions answers when the task has ended, and asks on the stream of this request.
    if (era === 'legacy') return await send({ method: 'tasks/result', params: { taskId }, taskId });
    return await poll(created, follower);
  } catch (error) {
    // A task that has ended, or whose server is gone, needs no cancelling.
    if (signal.aborted) follower.cancel({ method: 'tasks/cancel', params: { taskId }, name: taskId });
    throw error;
  }
}

async function poll(created: JsonObject, follower: TaskFollower): Promise<JsonObject> {
  const { questions, signal, send, during, onTask } = follower;
  const taskId = String(created['taskId']);
  const about = { params: { taskId }, name: taskId };
  const answered = new Set<string>();
  for (let task = created; ;) {
    await during(() => pause(pollMs(task), signal));
    task = await send({ method: 'tasks/get', ...about });
    const { status, error, result, inputRequests } = task;
    onTask(readState(task));
    if (status === 'completed') return isJsonObject(result) ? result : {};
    if (status === 'failed') throw readFailure(error);
    if (status === 'cancelled') throw new ServerError(internalError, 'the server cancelled the task');
    const open = Object.entries(isJsonObject(inputRequests) ? inputRequests : {}).filter(([key]) => !answered.has(key));
    if (open.length === 0) continue;
    const inputResponses = await during(() => answerRequests(questions, Object.fromEntries(open), signal));
    for (const [key] of open) answered.add(key);
    await send({ method: 'tasks/update', ...about, params: { taskId, inputResponses } });
  }
}

function readFailure(error: unknown): ServerError {
  const { code, message, data } = isJsonObject(error) ? error : {};
  const words = typeof message === 'string' ? message : 'the task failed';
  return new ServerError(typeof code === 'number' ? code : internalError, words, data);
}

function readState({ taskId, status, statusMessage }: JsonObject): TaskState {
  return {
    taskId: String(taskId),
    status: String(status),
    ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
  };
}

function pollMs({ pollIntervalMs }: JsonObject): number {
  const wanted = typeof pollIntervalMs === 'number' ? pollIntervalMs : defaultPollMs;
  return Math.min(Math.max(wanted, leastPollMs), mostPollMs);
}
