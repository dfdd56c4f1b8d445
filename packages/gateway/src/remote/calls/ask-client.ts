/**
 * Asks the client of a call the question that an upstream server sent for that call, as the client's era does.
 *
 * Spec: 2025-11-25 client/elicitation, client/sampling, client/roots; 2026-07-28 basic/patterns/mrtr
 */
import {
  isJsonObject,
  ToolError,
  type Context,
  type FormSchema,
  type JsonObject,
  type SamplingQuestion,
} from '@sigil/core';
import { carrierOf, type RelayedAskOptions } from '@sigil/core/catalog';
import type { QuestionReply } from '@sigil/client/internal';

/** A question as the upstream wrote it. */
export interface UpstreamQuestion {
  /** Names the question; the same in every run of the call. */
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject;
  /** The upstream's id of the page to open; absent where the client's revision has no such ids. */
  readonly elicitationId?: string | undefined;
  /** Aborts when the upstream withdraws the question. */
  readonly withdrawn?: AbortSignal | undefined;
}

const refused = -1;
const methodNotFound = -32601;
const invalidParams = -32602;

/** @returns the reply to send to the upstream, also when the client cannot be asked */
export async function askClient(context: Context, question: UpstreamQuestion): Promise<QuestionReply> {
  const { method } = question;
  if (method === 'elicitation/create') return elicit(context, question);
  if (method === 'sampling/createMessage') return sample(context, question);
  if (method === 'roots/list') return listRoots(context, question);
  return { error: { code: methodNotFound, message: `method not found: ${method.slice(0, 128)}` } };
}

/** @throws ToolError when the answer has to be an error */
export async function answerClient(context: Context, question: UpstreamQuestion): Promise<JsonObject> {
  const reply = await askClient(context, question);
  if ('error' in reply) throw new ToolError(`the upstream server asked for ${question.method}: ${reply.error.message}`);
  return reply.result;
}

async function elicit(context: Context, question: UpstreamQuestion): Promise<QuestionReply> {
  const { params, elicitationId } = question;
  const { mode, message, requestedSchema, url } = params;
  const options = optionsOf(question);
  const words = typeof message === 'string' ? message : '';
  if (mode === 'url') {
    if (typeof url !== 'string' || !URL.canParse(url)) return wrong('"url" must be a URL');
    const carrier = carrierOf(context);
    const { action } = await (carrier
      ? carrier.elicitUrl(words, url, { ...options, elicitationId })
      : context.elicitUrl(words, url, options));
    return { result: { action: action === 'incapable' ? 'decline' : action } };
  }
  if (!isForm(requestedSchema)) return wrong('"requestedSchema" must be an object with "properties"');
  const answer = await context.elicit(words, requestedSchema, options);
  if (answer.action !== 'accept')
    return { result: { action: answer.action === 'incapable' ? 'decline' : answer.action } };
  return { result: { action: 'accept', content: answer.content as JsonObject } }; // form content is JSON
}

async function sample(context: Context, question: UpstreamQuestion): Promise<QuestionReply> {
  const { params } = question;
  if (!Array.isArray(params['messages'])) return wrong('"messages" must be a list');
  // The client validates the parameters.
  const answer = await context.sample(params as unknown as SamplingQuestion, optionsOf(question));
  if (answer.action === 'incapable') return { error: { code: methodNotFound, message: 'the client cannot sample' } };
  if (answer.action === 'decline') return { error: { code: refused, message: 'the user declined to sample' } };
  const { action: _action, ...result } = answer;
  return { result: result as unknown as JsonObject }; // read as JSON from the client
}

/** An empty list would mean that the client has no folders; a client that cannot list them may have any. */
async function listRoots(context: Context, question: UpstreamQuestion): Promise<QuestionReply> {
  const answer = await context.listRoots(optionsOf(question));
  if (answer.action !== 'accept') return { error: { code: methodNotFound, message: 'the client cannot list roots' } };
  return { result: { roots: answer.roots.map((root) => ({ ...root })) } };
}

function optionsOf({ key, withdrawn }: UpstreamQuestion): RelayedAskOptions {
  return { key, withdrawn };
}

function isForm(schema: unknown): schema is FormSchema {
  return isJsonObject(schema) && schema['type'] === 'object' && isJsonObject(schema['properties']);
}

function wrong(message: string): QuestionReply {
  return { error: { code: invalidParams, message } };
}
