import { describe, expect, test, vi } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import { McpError } from '../errors/mcp-error.js';
import { ToolError } from '../errors/tool-error.js';
import type { FormSchema } from '../model/asking.js';
import type { JsonObject } from '../model/json.js';
import { defaultLimits } from '../calls/limits.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { deferred, engineOf, modern, requestIn, resultIn, settled } from './engine.test-support.js';
import { gatedJob, modernClient, modernClientOf, taskIdOf, taskIn, tasksCapability } from './tasks.test-support.js';
import { clockAt } from '../model/clock.test-support.js';

const named: FormSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const accept = (name: string): JsonObject => ({ action: 'accept', content: { name } });

describe('a tool that requires a task', () => {
  test('is answered with a task that can be fetched at once', async () => {
    const { tool, open } = gatedJob('required');
    const client = modernClient([tool], { clock: clockAt(() => 0) });

    const created = await client.result('tools/call', { name: 'job' });
    const fetched = await client.result('tasks/get', { taskId: created['taskId']! });

    const task = {
      taskId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'working',
      createdAt: '1970-01-01T00:00:00.000Z',
      lastUpdatedAt: '1970-01-01T00:00:00.000Z',
      ttlMs: 3_600_000,
      pollIntervalMs: 1_000,
      _meta: expect.anything(),
    };
    expect(created).toEqual({ resultType: 'task', ...task });
    expect(fetched).toEqual({ resultType: 'complete', ...task });
    open();
  });

  test('is stopped when its catalog is revoked, and the result gives the reason', async () => {
    const { tool, began } = gatedJob('required');
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });
    const signal = await began;

    for (const holder of client.server.source.holders) holder.revoke('its plugin was replaced');
    const task = await taskIn(client, taskId, 'completed');

    const said = 'tool "job" was stopped: its plugin was replaced';
    expect(task['result']).toMatchObject({ isError: true, content: [{ type: 'text', text: said }] });
    expect(signal.aborted).toBe(true);
    expect(client.server.source.held).toBe(0);
  });

  test('ends with the result that the call would have had', async () => {
    const { tool, open } = gatedJob('required');
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });

    open();
    const task = await taskIn(client, taskId, 'completed');

    expect(task['result']).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: 'done' }],
      isError: false,
    });
    expect(task).not.toHaveProperty('error');
  });

  test('ends as completed when the tool throws a ToolError', async () => {
    const tool = toolOf('job', () => Promise.reject(new ToolError('not today')), { task: 'required' });
    const client = modernClient([tool]);

    const task = await taskIn(client, await taskIdOf(client, { name: 'job' }), 'completed');

    expect(task['result']).toMatchObject({ isError: true, content: [{ text: 'not today' }] });
  });

  test('ends as failed, with an error and no result, after a protocol error', async () => {
    const run = () => Promise.reject(new McpError('invalid-params', 'not like this', { why: 'so' }));
    const client = modernClient([toolOf('job', run, { task: 'required' })]);

    const task = await taskIn(client, await taskIdOf(client, { name: 'job' }), 'failed');

    expect(task['error']).toEqual({ code: -32602, message: 'not like this', data: { why: 'so' } });
    expect(task).not.toHaveProperty('result');
  });

  test('is rejected for a client without the extension, which the error names', async () => {
    const client = modernClientOf(engineOf(catalogOf({ tools: [gatedJob('required').tool] })), {
      tasks: { requests: { tools: { call: {} } } },
    });

    const answer = await client.ask('tools/call', { name: 'job', task: { ttl: 1 } });

    expect(answer).toMatchObject({ error: { code: -32021, data: { requiredCapabilities: tasksCapability } } });
  });

  test('holds its catalog until it ends', async () => {
    const { tool, open } = gatedJob('required');
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });

    const heldMeanwhile = client.server.source.held;
    open();
    await taskIn(client, taskId, 'completed');

    expect(heldMeanwhile).toBe(1);
    expect(client.server.source.held).toBe(0);
  });

  test('outlives the connection that asked for it', async () => {
    const { tool, open } = gatedJob('required');
    const server = engineOf(catalogOf({ tools: [tool] }));
    const first = modernClientOf(server);
    const taskId = await taskIdOf(first, { name: 'job' });

    first.talk.close();
    open();

    expect(await taskIn(modernClientOf(server), taskId, 'completed')).toHaveProperty('result');
  });

  test('outlives a connection that is lost after the task was announced', async () => {
    const { tool, began, open } = gatedJob('required');
    const client = modernClient([tool]);
    const params = { name: 'job', _meta: { [metaKeys.clientCapabilities]: tasksCapability } };
    const incoming = client.server.engine.read(JSON.stringify(requestIn(modern, 1, ['tools/call', params])));
    if (incoming.kind !== 'modern') throw new Error(`the request was ${incoming.kind}`);
    const told = deferred<JsonObject>();

    const exchange = client.server.engine.serve(incoming, { send: async ({ json }) => told.resolve(JSON.parse(json)) });
    const { taskId } = resultIn(await told.promise);
    await began;
    exchange.cancel();
    open();

    expect(await taskIn(client, String(taskId), 'completed')).toHaveProperty('result');
  });

  test('may run longer than maxCallMs', async () => {
    vi.useFakeTimers();
    try {
      const { tool, open } = gatedJob('required');
      const client = modernClient([tool], { clock: clockAt(() => 0) });
      const taskId = await taskIdOf(client, { name: 'job' });

      await vi.advanceTimersByTimeAsync(defaultLimits.maxCallMs + 1);
      open();
      await vi.advanceTimersByTimeAsync(0);

      expect(await client.result('tasks/get', { taskId })).toMatchObject({ result: { isError: false } });
    } finally {
      vi.useRealTimers();
    }
  });

  test('sends no progress or log messages, and shows the progress message as its status', async () => {
    const gate = deferred();
    const tool = toolOf(
      'job',
      async (_input, context) => {
        await context.reportProgress(1, 2, 'half way');
        await context.log('error', 'x');
        await gate.promise;
        return text('');
      },
      { task: 'required' },
    );
    const client = modernClient([tool]);

    const taskId = await taskIdOf(client, { name: 'job', _meta: { progressToken: 1 } });
    await settled();

    expect(await taskIn(client, taskId, 'working')).toMatchObject({ statusMessage: 'half way' });
    expect(client.talk.sent.filter((message) => 'method' in message)).toEqual([]);
    gate.resolve();
  });
});

describe('a tool with optional tasks', () => {
  const begins = (more: JsonObject = {}) =>
    toolOf('maybe', async (_input, context) => text(String(await context.beginTask({ ttlMs: 5_000, ...more }))), {
      task: 'optional',
    });

  test('becomes a task when its method calls beginTask()', async () => {
    const client = modernClient([begins({ statusMessage: 'started', pollIntervalMs: 50 })]);

    const created = await client.result('tools/call', { name: 'maybe' });
    const task = await taskIn(client, String(created['taskId']), 'completed');

    expect(created).toMatchObject({
      resultType: 'task',
      status: 'working',
      ttlMs: 5_000,
      pollIntervalMs: 50,
      statusMessage: 'started',
    });
    expect(task['result']).toMatchObject({ content: [{ text: 'true' }] });
  });

  test('does not become a task for a client without the extension', async () => {
    const client = modernClientOf(engineOf(catalogOf({ tools: [begins()] })), {});

    expect(await client.result('tools/call', { name: 'maybe' })).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'false' }],
    });
  });

  test('does not become a task when it ends quickly', async () => {
    const client = modernClient([toolOf('quick', async () => text('done'), { task: 'optional' })]);

    expect(await client.result('tools/call', { name: 'quick' })).toMatchObject({ resultType: 'complete' });
  });

  test('becomes a task by itself after taskAfterMs', async () => {
    const gate = deferred();
    const run = async () => {
      await gate.promise;
      return text('at last');
    };
    const client = modernClient([toolOf('slow', run, { task: 'optional' })], { limits: { taskAfterMs: 1 } });

    const taskId = await taskIdOf(client, { name: 'slow' });
    gate.resolve();

    expect(await taskIn(client, taskId, 'completed')).toMatchObject({ result: { content: [{ text: 'at last' }] } });
  });

  test('asks in rounds before it becomes a task, and in the task afterwards', async () => {
    let runs = 0;
    const tool = toolOf(
      'both',
      async (_input, context) => {
        runs++;
        const first = await context.elicit('First?', named, { key: 'user_name' });
        await context.beginTask();
        const second = await context.elicit('Second?', named, { key: 'user_name' });
        return text(`${JSON.stringify(first)} ${JSON.stringify(second)}`);
      },
      { task: 'optional' },
    );
    const client = modernClient([tool]);

    const round = await client.result('tools/call', { name: 'both' });
    const taskId = await taskIdOf(client, {
      name: 'both',
      requestState: round['requestState']!,
      inputResponses: { user_name: accept('Ada') },
    });
    const asking = await taskIn(client, taskId, 'input_required');
    await client.result('tasks/update', { taskId, inputResponses: { user_name: accept('Bo') } });
    const done = await taskIn(client, taskId, 'completed');

    expect(round).toMatchObject({ resultType: 'input_required' });
    expect(round).not.toHaveProperty('taskId');
    expect(asking).not.toHaveProperty('requestState');
    expect(JSON.stringify(done['result'])).toMatch(/Ada.*Bo/);
    expect(runs).toBe(2);
  });

  test('a tool without task support does not become a task', async () => {
    const tool = toolOf('plain', async (_input, context) => text(String(await context.beginTask())));
    const client = modernClient([tool]);

    const result = await client.result('tools/call', { name: 'plain', task: { ttl: 1_000 } });

    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'false' }] });
  });

  test('leaves no task when it ends before the task was stored', async () => {
    const kept = deferred();
    const store = openMemoryTaskStore();
    const slowStore = {
      create: async (...given: Parameters<typeof store.create>) => {
        await kept.promise;
        return store.create(...given);
      },
      get: store.get.bind(store),
      update: store.update.bind(store),
      list: store.list.bind(store),
      delete: store.delete.bind(store),
      onChange: store.onChange.bind(store),
    };
    const tool = toolOf(
      'hasty',
      async (_input, context) => {
        void context.beginTask();
        return text('done');
      },
      { task: 'optional' },
    );
    const client = modernClient([tool], { taskStore: slowStore });

    const result = await client.result('tools/call', { name: 'hasty' });
    kept.resolve();
    await settled();

    expect(result).toMatchObject({ resultType: 'complete' });
    expect(await store.list('', undefined, 10)).toEqual([]);
    expect(client.server.source.held).toBe(0);
  });
});
