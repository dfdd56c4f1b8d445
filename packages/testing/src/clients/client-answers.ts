/**
 * Answers the server's questions for a client: by request in the legacy eras, in rounds in the modern one.
 *
 * Knows how each question is declared, and answers only declared ones.
 * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots, 2026-07-28 basic/patterns/mrtr
 */
import { isJsonObject, type FormSchema, type JsonObject, type JsonValue, type Root } from '@sigil/core';
import { findMisfit, type Revision } from '@sigil/core/engine';
import { ProtocolViolation } from './peer-error.js';

/** The user's reaction to a form or a page. */
export type ElicitReply =
  | { readonly action: 'accept'; readonly content?: JsonObject }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

type Eventually<Value> = Value | Promise<Value>;

/**
 * One function for each kind of question; a client without one cannot be asked it. Questions have the
 * revision's format. A function that throws answers with an error where the era has that (a `PeerError`
 * with its number), and fails the call elsewhere.
 */
export interface ClientAnswers {
  /** Answers forms and pages; a page has a `url`, a form a `requestedSchema`. */
  readonly elicit?: (question: JsonObject) => Eventually<ElicitReply>;
  /** @returns a message with `role`, `content` and `model` */
  readonly sample?: (question: JsonObject) => Eventually<JsonObject>;
  readonly roots?: () => Eventually<readonly Root[]>;
}

/** Returns the capabilities that declare what `answers` can be asked, in the revision's format. */
export function declareAnswers({ elicit, sample, roots }: ClientAnswers, { asking }: Revision): JsonObject {
  const elicitation = { none: undefined, form: {}, 'form-and-url': { form: {}, url: {} } }[asking.elicitation];
  return {
    ...(elicit && elicitation ? { elicitation } : {}),
    ...(sample ? { sampling: asking.sampling === 'with-tools' ? { tools: {} } : {} } : {}),
    ...(roots ? { roots: {} } : {}),
  };
}

/**
 * Answers one question.
 *
 * @throws ProtocolViolation for a question that no capability allows; any error of the answering function
 */
export async function answerQuestion(answers: ClientAnswers, method: string, params: JsonObject): Promise<JsonObject> {
  const { elicit, sample, roots } = answers;
  if (method === 'elicitation/create' && elicit) return { ...(await elicit(params)) };
  if (method === 'sampling/createMessage' && sample) return sample(params);
  if (method === 'roots/list' && roots) return { roots: (await roots()).map((root) => ({ ...root })) };
  throw new ProtocolViolation([`the server asked "${method}", which this client did not declare`]);
}

/**
 * Answers all questions of a result that asks.
 *
 * @returns the members that the call's next round adds to its own parameters
 */
export async function answerRound(answers: ClientAnswers, result: JsonObject): Promise<JsonObject> {
  const { inputRequests, requestState } = result;
  const questions = Object.entries(isJsonObject(inputRequests) ? inputRequests : {});
  const inputResponses: [string, JsonValue][] = await Promise.all(
    questions.map(async ([key, question]) => [key, await answerOne(answers, question)] as [string, JsonValue]),
  );
  return {
    ...(questions.length > 0 ? { inputResponses: Object.fromEntries(inputResponses) } : {}),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

/**
 * Finds the answers of a round that do not fit the form that was asked for.
 *
 * @param round the members that `answerRound` returned
 * @returns a sentence for each such question
 */
export function findMisfits(result: JsonObject, round: JsonObject): Map<string, string> {
  const { inputResponses } = round;
  const questions = isJsonObject(result['inputRequests']) ? result['inputRequests'] : {};
  const replies = isJsonObject(inputResponses) ? inputResponses : {};
  return new Map(
    Object.entries(questions).flatMap(([key, question]) => {
      const { params } = isJsonObject(question) ? question : {};
      const { message, requestedSchema } = isJsonObject(params) ? params : {};
      if (!isJsonObject(requestedSchema) || !isJsonObject(requestedSchema['properties'])) return [];
      // A server of ours asks only with forms.
      const misfit = findMisfit(requestedSchema as unknown as FormSchema, replies[key] ?? null);
      if (misfit === undefined) return [];
      const answered = `the answer to the question "${key}" (${String(message)}) does not fit: ${misfit}`;
      return [[JSON.stringify([key, question]), answered] as const];
    }),
  );
}

function answerOne(answers: ClientAnswers, question: JsonValue): Promise<JsonObject> {
  const { method, params } = isJsonObject(question) ? question : {};
  return answerQuestion(answers, String(method), isJsonObject(params) ? params : {});
}
