/**
 * Reads a client's answer into the neutral model. A value that does not fit the question is not an answer.
 *
 * Spec: 2025-11-25 client/elicitation#response-actions, client/sampling#creating-messages, client/roots#listing-roots
 */
import type { FormAnswer, FormContent, RootsAnswer, SamplingAnswer, UrlAnswer } from '../model/asking.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { describeMisfit, fieldsOf } from './form-misfit.js';
import type { Question } from './question.js';

/** An answer to any question; the kind of the question determines which. */
export type Answer = FormAnswer | UrlAnswer | SamplingAnswer | RootsAnswer;

/** @returns `undefined` when the result does not answer the question */
export function readAnswer(question: Question, result: JsonValue): Answer | undefined {
  if (!isJsonObject(result)) return undefined;
  if (question.kind === 'roots') return readRoots(result);
  if (question.kind === 'sampling') return readSample(result);
  const { action } = result;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') return undefined;
  if (question.kind === 'url') return { action };
  const content = result['content'] ?? {};
  if (!isJsonObject(content) || describeMisfit(question.schema, content) !== undefined) return undefined;
  // Sound: `describeMisfit` has checked every member.
  return { action, content: Object.fromEntries(fieldsOf(question.schema, content)) as FormContent };
}

function readRoots(result: JsonObject): RootsAnswer | undefined {
  const { roots } = result;
  if (!Array.isArray(roots)) return undefined;
  const read = roots.map((root: JsonValue) => {
    if (!isJsonObject(root) || typeof root['uri'] !== 'string') return undefined;
    return typeof root['name'] === 'string' ? { uri: root['uri'], name: root['name'] } : { uri: root['uri'] };
  });
  return read.every((root) => root !== undefined) ? { action: 'accept', roots: read } : undefined;
}

function readSample(result: JsonObject): SamplingAnswer | undefined {
  const { role, content, model, stopReason } = result;
  if ((role !== 'user' && role !== 'assistant') || typeof model !== 'string') return undefined;
  const blocks = Array.isArray(content) ? content : [content];
  if (!blocks.every((block: JsonValue | undefined) => isJsonObject(block) && typeof block['type'] === 'string'))
    return undefined;
  const answer = { action: 'accept', role, content, model } as Extract<SamplingAnswer, { action: 'accept' }>; // blocks checked above
  return typeof stopReason === 'string' ? { ...answer, stopReason } : answer;
}
