/**
 * The result with which a modern upstream asks for input, and the answers that the next request carries.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { isJsonObject, type Context, type JsonObject } from '@sigil/core';
import { backOffMs } from '@sigil/core/internal';
import { pause } from '@sigil/client/internal';
import { answerClient } from './ask-client.js';
import { readCreatedTask } from './upstream-task.js';

/** The pauses before the next request where the upstream asks nothing, since it is not done yet. */
const pauses = { firstMs: 50, longestMs: 1_000 };

/** @returns `null` for a result without questions */
export function readAsked(result: JsonObject): JsonObject | null {
  const { resultType, inputRequests, requestState } = result;
  const task = resultType === 'task' ? readCreatedTask(result) : undefined;
  if (task) return { task };
  if (resultType !== 'input_required') return null;
  return {
    inputRequests: isJsonObject(inputRequests) ? inputRequests : {},
    ...(requestState === undefined ? {} : { requestState }),
  };
}

/** Asks the client, or waits where there is nothing to ask. @returns the answers, as members of the next request */
export async function answerAll(context: Context, asked: JsonObject, round: number): Promise<JsonObject> {
  const { inputRequests, requestState } = asked;
  const state = requestState === undefined ? {} : { requestState };
  const requests = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
  if (requests.length === 0) {
    await pause(backOffMs(pauses, round), context.signal);
    return state;
  }
  const answers = requests.map(async ([name, request]): Promise<[string, JsonObject]> => {
    const { method, params } = isJsonObject(request) ? request : {};
    const question = {
      key: round === 0 ? name : `${name}-${round}`,
      method: String(method),
      params: isJsonObject(params) ? params : {},
    };
    return [name, await answerClient(context, question)];
  });
  return { inputResponses: Object.fromEntries(await Promise.all(answers)), ...state };
}
