import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { PublishedTool } from '../catalog/catalog.js';
import type { TaskSupport } from '../model/definitions.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { EngineOptions } from './engine.js';
import {
  deferred,
  engineOf,
  envelopeOf,
  initializeOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  settled,
  talkTo,
  type Talk,
  type TestEngine,
} from './engine.test-support.js';

export const tasksCapability: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
export const formCapability: JsonObject = { elicitation: { form: {} } };

/** A tool that runs until it is released. */
export function gatedJob(task: TaskSupport) {
  const gate = deferred();
  const began = deferred<AbortSignal>();
  const tool = toolOf(
    'job',
    async (_input, context) => {
      began.resolve(context.signal);
      await gate.promise;
      return text('done');
    },
    { task },
  );
  return { tool, began: began.promise, open: () => gate.resolve() };
}

/** A client of one server that sends requests and knows only their answers. */
export interface TaskClient {
  readonly server: TestEngine;
  readonly talk: Talk;
  /** @returns the whole answer */
  ask(method: string, params?: JsonObject): Promise<JsonObject | undefined>;
  /** @returns the result; fails when there is none */
  result(method: string, params?: JsonObject): Promise<JsonObject>;
}

/** A modern client; by default it declares the capabilities for tasks and forms. */
export function modernClient(tools: readonly PublishedTool[], options: Partial<EngineOptions> = {}): TaskClient {
  return modernClientOf(engineOf(catalogOf({ tools }), options));
}

export function modernClientOf(
  server: TestEngine,
  capabilities: JsonObject = { ...tasksCapability, ...formCapability },
): TaskClient {
  const _meta = { ...envelopeOf(), [metaKeys.clientCapabilities]: capabilities };
  return clientOver(server, talkTo(server), (id, method, params) => {
    const own = isJsonObject(params['_meta']) ? params['_meta'] : {};
    return requestIn(modern, id, [method, { ...params, _meta: { ..._meta, ...own } }]);
  });
}

/** A client of the newest legacy revision, after the handshake. */
export async function legacyClient(
  tools: readonly PublishedTool[],
  options: Partial<EngineOptions> = {},
): Promise<TaskClient> {
  return legacyClientOf(engineOf(catalogOf({ tools }), options));
}

export async function legacyClientOf(
  server: TestEngine,
  capabilities: JsonObject = formCapability,
): Promise<TaskClient> {
  const talk = talkTo(server);
  const { params, ...rest } = initializeOf(latestLegacy.date);
  await talk.send({ ...rest, params: { ...(params as JsonObject), capabilities } });
  await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  talk.sent.length = 0;
  return clientOver(server, talk, (id, method, params) => ({ jsonrpc: '2.0', id, method, params }));
}

function clientOver(
  server: TestEngine,
  talk: Talk,
  write: (id: number, method: string, params: JsonObject) => JsonObject,
): TaskClient {
  let lastId = 0;
  const ask = (method: string, params: JsonObject = {}) => talk.request(write(++lastId, method, params));
  return { server, talk, ask, result: async (method, params) => resultIn(await ask(method, params)) };
}

/** Calls the tool and returns the id of the resulting task. */
export async function taskIdOf(client: TaskClient, params: JsonObject): Promise<string> {
  const result = await client.result('tools/call', params);
  const task = isJsonObject(result['task']) ? result['task'] : result;
  if (typeof task['taskId'] !== 'string') throw new Error(`expected a task, got ${JSON.stringify(result)}`);
  return task['taskId'];
}

/** Waits until the task has a status, then returns the task. */
export async function taskIn(client: TaskClient, taskId: string, status: string): Promise<JsonObject> {
  // Bounded by time, not by turns: sealing an answer takes a thread of its own, and a crowded machine has none free.
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const task = await client.result('tasks/get', { taskId });
    if (task['status'] === status) return task;
    await settled();
  }
  throw new Error(`the task never was ${status}`);
}
