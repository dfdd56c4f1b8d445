/**
 * The result with which a modern upstream asks for input, and the answers that the next request carries.
 *
 * Spec: 2026-07-28 basic/patterns/mrtr
 */
import { isJsonObject, type Context, type JsonObject } from '@sigil/core';
import { answerClient } from './ask-client.js';
import { readCreatedTask } from './upstream-task.js';

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

/** Asks the client, and returns the answers as members of the next request. */
export async function answerAll(context: Context, asked: JsonObject, round: number): Promise<JsonObject> {
  const requests = isJsonObject(asked['inputRequests']) ? Object.entries(asked['inputRequests']) : [];
  const answers = requests.map(async ([name, request]): Promise<[string, JsonObject]> => {
    const { method, params } = isJsonObject(request) ? request : {};
    const question = {
      key: round === 0 ? name : `${name}-${round}`,
      method: String(method),
      params: isJsonObject(params) ? params : {},
    };
    return [name, await answerClient(context, question)];
  });
  const inputResponses = Object.fromEntries(await Promise.all(answers));
  const { requestState } = asked;
  return { inputResponses, ...(requestState === undefined ? {} : { requestState }) };
}
