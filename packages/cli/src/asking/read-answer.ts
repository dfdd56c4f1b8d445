/**
 * Reads answers from the command line: JSON for a form, a word for a decision, text for a model's message.
 */
import type {
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitResult,
} from '@modelcontextprotocol/client';
import { isJsonObject } from '@sigil/core';
import { UsageError } from '../failures/command-error.js';
import { describeField, findFieldProblem, fieldsOf } from './form-fields.js';

const decisions: ReadonlySet<string> = new Set(['accept', 'decline', 'cancel']);

/** @throws UsageError when the answer does not fit the question */
export function readGivenAnswer(text: string, question: ElicitRequestParams): ElicitResult {
  if (decisions.has(text)) return { action: text as 'accept' | 'decline' | 'cancel' };
  if (question.mode === 'url')
    throw new UsageError(`expected --answer accept, decline or cancel for a visit to ${question.url}, got "${text}"`);
  return { action: 'accept', content: readForm(text, question) };
}

/** @throws Error for a refusal, which goes to the server in the specification's words */
export function readGivenMessage(text: string): CreateMessageResult {
  if (text === 'decline' || text === 'cancel') throw new Error(rejection);
  return writeMessage(text);
}

/** The message of a refusal to let a model answer, by the person. Spec: 2025-11-25 client/sampling#error-handling */
export const rejection = 'User rejected sampling request';

/** Writes the message, with `sigil-call` as the model's name. */
export function writeMessage(text: string): CreateMessageResult {
  return { role: 'assistant', content: { type: 'text', text }, model: 'sigil-call', stopReason: 'endTurn' };
}

/** Writes an answer that fits, for people to copy. */
export function exampleAnswer(question: ElicitRequestParams): string {
  if (question.mode === 'url') return 'accept';
  const members = fieldsOf(question).map((field) => [field.name, describeField(field)] as const);
  return JSON.stringify(Object.fromEntries(members));
}

function readForm(text: string, question: ElicitRequestFormParams): NonNullable<ElicitResult['content']> {
  const answer = parse(text);
  if (!isJsonObject(answer)) {
    throw new UsageError(`expected --answer with a JSON object like '${exampleAnswer(question)}', got "${text}"`);
  }
  const problems = fieldsOf(question).flatMap((field) => {
    const problem = findFieldProblem(field, answer[field.name]);
    return problem === undefined ? [] : [`"${field.name}" ${problem}`];
  });
  if (problems.length > 0)
    throw new UsageError(`the --answer to "${question.message}" does not fit: ${problems.join('; ')}`);
  // The client checks the content against the whole schema before it sends it.
  return answer as NonNullable<ElicitResult['content']>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports what was expected.
    return undefined;
  }
}
