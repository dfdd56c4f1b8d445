/**
 * Follows a call that its upstream runs as a task, as the upstream's era does, until the task ends.
 *
 * The upstream's id of the task stays here: a client sees a task of ours, and can address no other task at the upstream.
 * Spec: 2025-11-25 basic/utilities/tasks, ext-tasks draft/tasks
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject, ToolError, type Context, type JsonObject } from '@sigil/core';
import { InputRequired } from '@sigil/core/catalog';
import { type Exchange, type ExchangeResult, readError, splitMembers } from '@sigil/client/internal';
import { answerClient } from './ask-client.js';

/** The call that became a task, and the function that sends to its upstream. */
export interface TaskFollowing {
  readonly context: Context;
  readonly era: 'legacy' | 'modern';
  /** Sends a request that is safe to repeat. */
  send(exchange: Pick<Exchange, 'method' | 'params' | 'name' | 'taskId' | 'signal'>): Promise<ExchangeResult>;
}

const defaultPollMs = 1_000;
const leastPollMs = 50;
const mostPollMs = 60_000;
const cancelTimeoutMs = 5_000;

/** @returns the task in an answer of either era */
export function readCreatedTask({ resultType, task, ...members }: JsonObject): JsonObject | undefined {
  const created = resultType === 'task' ? members : task;
  return isJsonObject(created) && typeof created['taskId'] === 'string' ? created : undefined;
}

/** @throws McpError as the task ended with, ToolError when it was cancelled; aborting the call cancels the task */
export async function followTask(created: JsonObject, following: TaskFollowing): Promise<ExchangeResult> {
  const taskId = String(created['taskId']);
  const { context, era } = following;
  try {
    await becomeTask(context, created);
    return await (era === 'legacy' ? awaitResult(taskId, following) : poll(created, following));
  } catch (error) {
    if (!(context.signal.reason instanceof InputRequired)) cancel(taskId, following);
    throw error;
  }
}

/**
 * Waits for the result of a task at a legacy upstream, which asks on the stream of this request, whether or not the client has a task.
 *
 * @param signal of the request; aborting it cancels the task
 */
export async function awaitTask(
  created: JsonObject,
  signal: Exchange['signal'],
  send: TaskFollowing['send'],
): Promise<ExchangeResult> {
  const taskId = String(created['taskId']);
  try {
    return await send({ method: 'tasks/result', params: { taskId }, taskId, signal });
  } catch (error) {
    cancel(taskId, { send });
    throw error;
  }
}

/** Gives the client a task with the upstream task's lifetime, where the call can become one. @returns whether there is one */
export async function becomeTask(context: Context, task: JsonObject): Promise<boolean> {
  const ttlMs = task['ttlMs'] ?? task['ttl'];
  const pollIntervalMs = task['pollIntervalMs'] ?? task['pollInterval'];
  const { statusMessage } = task;
  return context.beginTask({
    ...(typeof ttlMs === 'number' ? { ttlMs } : {}),
    ...(typeof pollIntervalMs === 'number' ? { pollIntervalMs } : {}),
    ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
  });
}

/** The upstream answers when the task has ended, and asks its questions on the stream of this request. */
function awaitResult(taskId: string, { context: { signal }, send }: TaskFollowing): Promise<ExchangeResult> {
  return send({ method: 'tasks/result', params: { taskId }, taskId, signal });
}

async function poll(created: JsonObject, { context, send }: TaskFollowing): Promise<ExchangeResult> {
  const { signal } = context;
  const taskId = String(created['taskId']);
  const about = { params: { taskId }, name: taskId, signal };
  const answered = new Set<string>();
  for (let task = created; ;) {
    await pause(pollMs(task), undefined, { signal });
    const { result, text } = await send({ method: 'tasks/get', ...about });
    task = result;
    const { status, error, statusMessage } = task;
    if (status === 'completed') return readInline(task, text);
    if (status === 'failed') throw readError(isJsonObject(error) ? error : {});
    if (status === 'cancelled') throw new ToolError('the upstream server cancelled the task');
    if (statusMessage !== undefined) await becomeTask(context, { statusMessage });
    const inputResponses = await answer(task, answered, context);
    if (Object.keys(inputResponses).length === 0) continue;
    await send({ method: 'tasks/update', ...about, params: { taskId, inputResponses } });
  }
}

async function answer({ inputRequests }: JsonObject, answered: Set<string>, context: Context): Promise<JsonObject> {
  const open = Object.entries(isJsonObject(inputRequests) ? inputRequests : {}).filter(([key]) => !answered.has(key));
  const answers = open.map(async ([key, request]): Promise<[string, JsonObject]> => {
    const { method, params } = isJsonObject(request) ? request : {};
    const question = { key, method: String(method), params: isJsonObject(params) ? params : {} };
    return [key, await answerClient(context, question)];
  });
  const given = await Promise.all(answers);
  for (const [key] of given) answered.add(key);
  return Object.fromEntries(given);
}

/** Reads the call's result with the text that the upstream wrote. */
function readInline({ result }: JsonObject, text: string): ExchangeResult {
  const task = splitMembers(text).get('result') ?? '{}';
  return { result: isJsonObject(result) ? result : {}, text: task };
}

function pollMs({ pollIntervalMs }: JsonObject): number {
  const wanted = typeof pollIntervalMs === 'number' ? pollIntervalMs : defaultPollMs;
  return Math.min(Math.max(wanted, leastPollMs), mostPollMs);
}

function cancel(taskId: string, { send }: Pick<TaskFollowing, 'send'>): void {
  const signal = AbortSignal.timeout(cancelTimeoutMs);
  // A task that has ended, or whose upstream is gone, needs no cancelling.
  send({ method: 'tasks/cancel', params: { taskId }, name: taskId, signal }).catch(() => undefined);
}
