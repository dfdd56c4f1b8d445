/** Calls that an upstream runs as tasks: tasks of ours for clients that support them, waiting calls for all others. */
import type { JsonObject } from '@sigil/core';
import { createEngine, openConversation, type Engine } from '@sigil/core/engine';
import { latestLegacyRevision, metaKeys, modernDates } from '@sigil/core/internal';
import { connectInMemory, type ClientAnswers, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import { openTaskUpstream, taskResult, upstreamTaskId, type TaskUpstream } from './task-upstream.test-support.js';

const legacyDate = latestLegacyRevision.date;
const modernDate = modernDates[0]!;
const tasksCapability = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const answers: ClientAnswers = { elicit: () => ({ action: 'accept', content: { colour: 'red' } }) };
const eras = ['legacy', 'modern'] as const;
const aTime = { timeout: 20_000 };

/** Sends requests; those of tasks are part of no published schema of the newest revision. */
interface TaskClient {
  request(method: string, params: JsonObject): Promise<JsonObject>;
}

async function openEngine(upstream: TaskUpstream): Promise<Engine> {
  const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  return createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
}

async function connectLegacy(upstream: TaskUpstream, revision: string): Promise<McpClient> {
  const client = await connectInMemory(await openEngine(upstream), { revision, answers });
  onTestFinished(() => client.close());
  return client;
}

async function connect(upstream: TaskUpstream, revision: string): Promise<TaskClient> {
  if (revision !== modernDate) return connectLegacy(upstream, revision);
  const waiting = new Map<number, (answer: { result?: JsonObject; error?: { code: number } }) => void>();
  const conversation = openConversation(await openEngine(upstream), {
    send: async ({ json }) => {
      const { id, ...answer } = JSON.parse(json) as { id?: number; result?: JsonObject };
      if (id !== undefined) waiting.get(id)?.(answer);
    },
  });
  onTestFinished(() => conversation.close());
  const _meta = {
    [metaKeys.protocolVersion]: modernDate,
    [metaKeys.clientCapabilities]: { elicitation: { form: {} }, ...tasksCapability },
  };
  return {
    async request(method, params) {
      const id = waiting.size + 1;
      const answered = new Promise<{ result?: JsonObject; error?: { code: number } }>((resolve) =>
        waiting.set(id, resolve),
      );
      await conversation.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }));
      const { result, error } = await answered;
      if (result) return result;
      throw Object.assign(new Error('refused'), error);
    },
  };
}

const idOf = (created: JsonObject): string =>
  String(created['taskId'] ?? (created['task'] as JsonObject | undefined)?.['taskId']);

/** Calls a tool as a task, in the form of the client's era. */
const begin = (client: TaskClient, revision: string, name: string): Promise<JsonObject> =>
  client.request('tools/call', { name, arguments: {}, ...(revision === modernDate ? {} : { task: {} }) });

/** Returns the result of a task, after its questions were answered. */
async function finish(client: TaskClient, revision: string, taskId: string): Promise<JsonObject> {
  if (revision !== modernDate) return client.request('tasks/result', { taskId });
  for (;;) {
    const task = await client.request('tasks/get', { taskId });
    const asked = Object.keys((task['inputRequests'] ?? {}) as JsonObject);
    if (task['status'] === 'completed') return task['result'] as JsonObject;
    // Nothing here takes time, and the upstream needs some.
    if (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    if (asked.length === 0) continue;
    const given = asked.map((key) => [key, { action: 'accept', content: { colour: 'red' } }] as const);
    await client.request('tasks/update', { taskId, inputResponses: Object.fromEntries(given) });
  }
}

test('a tool that may run as a task asks a modern client in its call, then becomes a task', async () => {
  const upstream = await openTaskUpstream('legacy');
  const client = await connect(upstream, modernDate);

  const { inputRequests, requestState, ...asking } = await begin(client, modernDate, 'choice');
  const [key] = Object.keys(inputRequests as JsonObject);
  const inputResponses = { [key!]: { action: 'accept', content: { colour: 'red' } } };
  const later = { name: 'choice', arguments: {}, inputResponses, requestState: requestState ?? '' };
  const created = await client.request('tools/call', later);

  expect(asking['resultType']).toBe('input_required');
  expect(asking['taskId']).toBeUndefined();
  expect(created['resultType']).toBe('task');
  expect(await finish(client, modernDate, idOf(created))).toMatchObject(JSON.parse(taskResult) as object);
  expect(upstream.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
});

test('a question outside any request’s stream reaches its task while another call runs', async () => {
  const upstream = await openTaskUpstream('legacy');
  const client = await connect(upstream, modernDate);
  void client.request('tools/call', { name: 'plain', arguments: {} });
  await expect.poll(() => upstream.methods, aTime).toContain('tools/call');

  const taskId = idOf(await begin(client, modernDate, 'apart'));

  expect(await finish(client, modernDate, taskId)).toMatchObject(JSON.parse(taskResult) as object);
});

describe.each(eras)('a %s upstream', (era) => {
  test.each([legacyDate, modernDate])(
    'runs a task for a client of %s, asks its question and returns its result',
    async (date) => {
      const upstream = await openTaskUpstream(era);
      const client = await connect(upstream, date);

      const taskId = idOf(await begin(client, date, 'job'));
      const result = await finish(client, date, taskId);

      expect(taskId).not.toBe(upstreamTaskId);
      expect(result).toMatchObject(JSON.parse(taskResult) as object);
      expect(upstream.answers).toEqual([{ action: 'accept', content: { colour: 'red' } }]);
      await expect(client.request('tasks/get', { taskId: upstreamTaskId })).rejects.toMatchObject({ code: -32602 });
    },
  );

  test.each([legacyDate, modernDate])('is notified when a client of %s cancels its task', async (date) => {
    const upstream = await openTaskUpstream(era);
    const client = await connect(upstream, date);

    const taskId = idOf(await begin(client, date, 'endless'));
    await expect.poll(() => upstream.methods, aTime).toContain(era === 'legacy' ? 'tasks/result' : 'tasks/get');
    await client.request('tasks/cancel', { taskId });

    await expect.poll(() => upstream.cancelled, aTime).toEqual([upstreamTaskId]);
  });

  test('answers a client without task support, which waits for the result', async () => {
    const upstream = await openTaskUpstream(era);
    const client = await connectLegacy(upstream, '2025-06-18');

    const answer = await client.callTool('job');

    expect(answer.content[0]).toMatchObject({ text: 'café' });
    expect(upstream.methods.includes('tasks/result')).toBe(era === 'legacy');
  });

  test('reports why a task failed', async () => {
    const upstream = await openTaskUpstream(era);
    const client = await connect(upstream, legacyDate);

    const taskId = idOf(await begin(client, legacyDate, 'broken'));

    await expect(finish(client, legacyDate, taskId)).rejects.toThrow('out of paper');
  });
});
