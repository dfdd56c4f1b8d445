import type { Run } from '../catalog/catalog.test-support.js';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { Context } from '../model/context.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';
import { openConversation } from './conversation.js';
import { engineOf, requestIn, resultIn, type TestEngine } from './engine.test-support.js';

/** A question as the client saw it; `key` only in the era with keys. */
export interface Asked {
  readonly key?: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** Returns the client's answer; an `Error` becomes an error answer with its message as the code, in the era with such answers. */
export type AnswerQuestion = (asked: Asked) => JsonValue | Error | undefined;

export interface AskedCall {
  /** The message that ended the call. */
  readonly answer: JsonObject;
  readonly asked: readonly Asked[];
  /** The results that asked for input, in order. */
  readonly rounds: readonly JsonObject[];
  /** Everything the server sent. */
  readonly sent: readonly JsonObject[];
}

export interface CallToAnswer {
  readonly revision: Revision;
  readonly server: TestEngine;
  readonly request: [string, JsonObject?];
  readonly capabilities?: JsonObject;
  readonly answers?: AnswerQuestion;
}

/** Every kind of question that a client can support. */
export const everyCapability: JsonObject = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Sends a request and answers every question on the way to its result, as a client of the revision does. */
export async function callAnswering(call: CallToAnswer): Promise<AskedCall> {
  return call.revision.era === 'legacy' ? callLegacy(call) : callModern(call);
}

/** Calls the only tool of a server, `ask`, with a client that answers. */
export function askIn(
  revision: Revision,
  run: (context: Context, input: JsonObject) => Promise<unknown>,
  call: Partial<CallToAnswer> = {},
): Promise<AskedCall> {
  const server = engineOf(catalogOf({ tools: [toolThat(run)] }));
  const request: [string, JsonObject] = ['tools/call', { name: 'ask' }];
  return callAnswering({ revision, server, request, capabilities: everyCapability, ...call });
}

/** A tool `ask` that answers with the result of `run` as JSON. */
export function toolThat(run: (context: Context, input: JsonObject) => Promise<unknown>) {
  const called: Run = async (input, context) => text(JSON.stringify(await run(context, input)) ?? 'nothing');
  return toolOf('ask', called);
}

/** Returns the result of the tool `ask`. */
export function gaveOf({ answer }: AskedCall): unknown {
  return JSON.parse(textOf(answer));
}

/** Returns the text of a tool's result. */
export function textOf(answer: JsonObject | undefined): string {
  const [block] = resultIn(answer)['content'] as { text: string }[];
  return block!.text;
}

async function callLegacy({ revision, server, request, capabilities = {}, answers }: CallToAnswer): Promise<AskedCall> {
  const sent: JsonObject[] = [];
  const asked: Asked[] = [];
  const conversation = openConversation(server.engine, {
    async send({ json }) {
      const message: unknown = JSON.parse(json);
      if (!isJsonObject(message)) return;
      sent.push(message);
      if (typeof message['method'] !== 'string' || message['id'] === undefined) return;
      const question = { method: message['method'], params: paramsOf(message) };
      asked.push(question);
      const given = answers?.(question);
      if (given === undefined) return;
      const outcome = given instanceof Error ? errorOf(given) : { result: given };
      void conversation.receive(JSON.stringify({ jsonrpc: '2.0', id: message['id'], ...outcome }));
    },
  });
  const hello = { protocolVersion: revision.date, capabilities, clientInfo: { name: 'client', version: '1' } };
  await conversation.receive(JSON.stringify({ jsonrpc: '2.0', id: 'init', method: 'initialize', params: hello }));
  await conversation.receive('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await conversation.receive(JSON.stringify(requestIn(revision, 'call', request)));
  conversation.close();
  return { answer: sent.find(({ id, method }) => id === 'call' && !method)!, asked, rounds: [], sent };
}

async function callModern({ revision, server, request, capabilities = {}, answers }: CallToAnswer): Promise<AskedCall> {
  const [method, params = {}] = request;
  const sent: JsonObject[] = [];
  const asked: Asked[] = [];
  const rounds: JsonObject[] = [];
  const conversation = openConversation(server.engine, { send: async ({ json }) => void sent.push(JSON.parse(json)) });
  let more: JsonObject = {};
  for (let round = 1; round <= 8; round++) {
    const _meta = { ...(params['_meta'] as object), [metaKeys.clientCapabilities]: capabilities };
    await conversation.receive(JSON.stringify(requestIn(revision, round, [method, { ...params, ...more, _meta }])));
    const answer = sent.find(({ id }) => id === round)!;
    const result = answer['result'];
    if (!isJsonObject(result) || result['resultType'] !== 'input_required') return { answer, asked, rounds, sent };
    rounds.push(result);
    const questions = Object.entries(result['inputRequests'] as Record<string, JsonObject>).map(([key, question]) => ({
      key,
      method: String(question['method']),
      params: paramsOf(question),
    }));
    asked.push(...questions);
    const given = questions.map((question) => [question.key, answers?.(question)] as const);
    const inputResponses = Object.fromEntries(given.filter(([, it]) => it !== undefined && !(it instanceof Error)));
    more = { inputResponses: inputResponses as JsonObject, requestState: result['requestState'] as string };
  }
  throw new Error('the server did not stop asking');
}

function paramsOf(message: JsonObject): JsonObject {
  return isJsonObject(message['params']) ? message['params'] : {};
}

function errorOf({ message }: Error): JsonObject {
  return { error: { code: Number(message), message: 'no' } };
}
