/**
 * Answers the questions of a server with the functions that its client was given, in either era.
 *
 * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots, 2026-07-28 basic/patterns/mrtr
 */
import { isJsonObject, type FormSchema, type JsonObject, type JsonValue, type Root } from '@sigil/core';
import { findMisfit, findRevision, latestLegacyRevision } from '@sigil/core/internal';
import { ServerError } from '../errors/server-error.js';
import type { QuestionReply } from '../era/era-client.js';
import type { WireMessage } from '../wire/wire-message.js';

/** The user's reaction to a form or a page. */
export type ElicitReply =
  | { readonly action: 'accept'; readonly content?: JsonObject }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** The circumstances of a question. */
export interface QuestionContext {
  /** Aborts when the server withdraws the question, or the call that it belongs to ends. */
  readonly signal: AbortSignal;
}

type Eventually<Value> = Value | Promise<Value>;

/**
 * One function for each kind of question. The client declares exactly the kinds that have one, and refuses the others.
 *
 * Parameters have the format of the server's revision. A function that throws refuses the question: with a `ServerError` its code, else
 * with an internal error. A server of 2026-07-28 cannot be sent an error, so the call that asked rejects with it.
 */
export interface QuestionHandlers {
  /** Answers a form (`requestedSchema`) or a request to open a page (`url`). */
  readonly elicit?: (params: JsonObject, context: QuestionContext) => Eventually<ElicitReply>;
  /** @returns a message of the model, with `role`, `content` and `model` */
  readonly sample?: (params: JsonObject, context: QuestionContext) => Eventually<JsonObject>;
  readonly roots?: (context: QuestionContext) => Eventually<readonly Root[]>;
}

const methodNotFound = -32601;
const internalError = -32603;

/**
 * Returns the capabilities that declare the questions which have a handler.
 *
 * @param revision the date of the revision to write them for; the newest with a handshake if it is not known yet
 */
export function declareHandlers({ elicit, sample, roots }: QuestionHandlers, revision: string | undefined): JsonObject {
  const { asking } = (revision === undefined ? undefined : findRevision(revision)) ?? latestLegacyRevision;
  const elicitation = { none: undefined, form: {}, 'form-and-url': { form: {}, url: {} } }[asking.elicitation];
  return {
    ...(elicit && elicitation ? { elicitation } : {}),
    ...(sample ? { sampling: asking.sampling === 'with-tools' ? { tools: {} } : {} } : {}),
    ...(roots ? { roots: {} } : {}),
  };
}

/** Answers a question that a server sent as a request. */
export async function replyWith(
  handlers: QuestionHandlers,
  { method, params }: Pick<WireMessage, 'method' | 'params'>,
  signal: AbortSignal,
): Promise<QuestionReply> {
  try {
    return { result: await answerQuestion(handlers, { method, params }, signal) };
  } catch (error) {
    const code = error instanceof ServerError ? error.code : internalError;
    return { error: { code, message: error instanceof Error ? error.message : 'the question failed' } };
  }
}

/**
 * Answers all questions of a result that asks, at the same time.
 *
 * @returns the members that the next request adds to the parameters of the first
 * @throws any error of a handler
 */
export async function answerRound(
  handlers: QuestionHandlers,
  { inputRequests, requestState }: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const answers = await answerRequests(handlers, inputRequests, signal);
  return {
    ...(Object.keys(answers).length > 0 ? { inputResponses: answers } : {}),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

/** @param inputRequests the questions by the server's keys @returns the answers by the same keys */
export async function answerRequests(
  handlers: QuestionHandlers,
  inputRequests: JsonValue | undefined,
  signal: AbortSignal,
): Promise<JsonObject> {
  const requests = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
  const answers = requests.map(async ([key, request]): Promise<[string, JsonObject]> => {
    const { method, params } = isJsonObject(request) ? request : {};
    const question = { method: String(method), params: isJsonObject(params) ? params : {} };
    return [key, await answerQuestion(handlers, question, signal)];
  });
  return Object.fromEntries(await Promise.all(answers));
}

/**
 * Finds the answers of a round that do not fit the form that was asked for.
 *
 * @param round the members that `answerRound` returned
 * @returns a sentence for each such question
 */
export function findMisfits(
  { inputRequests }: JsonObject,
  { inputResponses }: JsonObject,
): ReadonlyMap<string, string> {
  const replies = isJsonObject(inputResponses) ? inputResponses : {};
  const misfits = new Map<string, string>();
  for (const [key, question] of Object.entries(isJsonObject(inputRequests) ? inputRequests : {})) {
    const { params } = isJsonObject(question) ? question : {};
    const { message, requestedSchema } = isJsonObject(params) ? params : {};
    if (!isJsonObject(requestedSchema) || !isJsonObject(requestedSchema['properties'])) continue;
    // Members of other forms are ignored.
    const misfit = findMisfit(requestedSchema as unknown as FormSchema, replies[key] ?? null);
    if (misfit === undefined) continue;
    misfits.set(
      JSON.stringify([key, question]),
      `the answer to the question "${key}" (${String(message)}) does not fit: ${misfit}`,
    );
  }
  return misfits;
}

async function answerQuestion(
  { elicit, sample, roots }: QuestionHandlers,
  { method, params }: Pick<WireMessage, 'method' | 'params'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const context = { signal };
  if (method === 'elicitation/create' && elicit) return { ...(await elicit(params, context)) };
  if (method === 'sampling/createMessage' && sample) return sample(params, context);
  if (method === 'roots/list' && roots) return { roots: (await roots(context)).map((root) => ({ ...root })) };
  throw new ServerError(methodNotFound, `this client does not answer "${method}"`);
}
