import { describe, expect, test, vi } from 'vitest';
import { catalogOf, text, toolOf, type Run } from '../catalog/catalog.test-support.js';
import type { FormSchema } from '../model/asking.js';
import { type JsonObject, type JsonValue } from '../model/json.js';
import { openMemoryTaskStore } from '../tasks/memory-task-store.js';
import { codeOf, engineOf, mirrorOf, modern, requestIn, settled } from './engine.test-support.js';
import {
  gatedJob,
  formCapability,
  modernClient,
  modernClientOf,
  taskIdOf,
  taskIn,
  tasksCapability,
} from './tasks.test-support.js';
import { clockAt } from '../model/clock.test-support.js';

const named: FormSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const accept = (name: string): JsonObject => ({ action: 'accept', content: { name } });

/** Asks two questions in sequence, as a task. */
const interview = toolOf(
  'interview',
  async (_input, context) => {
    const first = await context.elicit('First?', named, { key: 'who' });
    const second = await context.elicit('Second?', named, { key: 'who' });
    return text(`${JSON.stringify(first)} ${JSON.stringify(second)}`);
  },
  { task: 'required' },
);

describe('cancelling a task', () => {
  test('ends it before the cancellation is acknowledged, and the task stays cancelled', async () => {
    const { tool, began, open } = gatedJob('required');
    const client = modernClient([tool]);
    const taskId = await taskIdOf(client, { name: 'job' });
    const signal = await began;

    const acknowledged = await client.result('tasks/cancel', { taskId });
    const cancelled = await client.result('tasks/get', { taskId });
    open();
    await settled();

    expect(acknowledged).toEqual({ resultType: 'complete', _meta: expect.anything() });
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(signal.aborted).toBe(true);
    expect(await client.result('tasks/get', { taskId })).toEqual(cancelled);
    expect(client.server.source.held).toBe(0);
  });

  test('does not change a finished task', async () => {
    const client = modernClient([toolOf('job', async () => text('done'), { task: 'required' })]);
    const taskId = await taskIdOf(client, { name: 'job' });
    const done = await taskIn(client, taskId, 'completed');

    const acknowledged = await client.result('tasks/cancel', { taskId });

    expect(acknowledged).toMatchObject({ resultType: 'complete' });
    expect(await client.result('tasks/get', { taskId })).toEqual(done);
  });

  test('closing the engine ends every running task as failed', async () => {
    const signals: AbortSignal[] = [];
    const run: Run = (_input, { signal }) => (signals.push(signal), new Promise(() => undefined));
    const store = openMemoryTaskStore();
    const client = modernClient([toolOf('job', run, { task: 'required' })], { taskStore: store });
    const taskIds = [await taskIdOf(client, { name: 'job' }), await taskIdOf(client, { name: 'job' })];
    await settled();

    client.server.engine.close();
    await settled();

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    const message = expect.stringContaining('was stopped: the task may or may not have taken effect') as string;
    const failed = { status: 'failed', statusMessage: message, outcome: { kind: 'error', message } };
    expect(await Promise.all(taskIds.map((id) => store.get(id)))).toMatchObject([failed, failed]);
  });

  test('through another replica aborts the call', async () => {
    const { tool, began } = gatedJob('required');
    const taskStore = openMemoryTaskStore();
    const client = modernClient([tool], { taskStore });
    const other = modernClient([tool], { taskStore });
    const taskId = await taskIdOf(client, { name: 'job' });
    const signal = await began;

    await other.result('tasks/cancel', { taskId });
    await settled();

    expect(signal.aborted).toBe(true);
  });

  test('deleting a task from the store aborts its call', async () => {
    const { tool, began } = gatedJob('required');
    const taskStore = openMemoryTaskStore();
    const taskId = await taskIdOf(modernClient([tool], { taskStore }), { name: 'job' });
    const signal = await began;

    await taskStore.delete(taskId);
    await settled();

    expect(signal.aborted).toBe(true);
  });
});

describe('task requests', () => {
  const { tool } = gatedJob('required');

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s needs the extension', async (method) => {
    const client = modernClientOf(engineOf(catalogOf({ tools: [tool] })), formCapability);

    const answer = await client.ask(method, { taskId: 'x', inputResponses: {} });

    expect(answer).toMatchObject({ error: { code: -32021, data: { requiredCapabilities: tasksCapability } } });
  });

  test.each([
    ['tasks/get', -32602],
    ['tasks/update', -32602],
    ['tasks/cancel', -32602],
    ['tasks/result', -32601],
    ['tasks/list', -32601],
  ])('%s is rejected for an unknown or missing task id', async (method, code) => {
    const client = modernClient([tool]);

    expect(codeOf(await client.ask(method, { taskId: 'x', inputResponses: {} }))).toBe(code);
    expect(codeOf(await client.ask(method, {}))).toBe(code);
  });

  test('a task over the limit is rejected, and maxTasks is named', async () => {
    const client = modernClient([tool], { limits: { maxTasks: 1 } });
    await taskIdOf(client, { name: 'job' });

    const answer = await client.ask('tools/call', { name: 'job' });

    expect(answer).toMatchObject({ error: { code: -32603, message: expect.stringContaining('maxTasks') } });
    client.server.engine.close();
  });

  test('a task is deleted and its call aborted when its ttl expires', async () => {
    vi.useFakeTimers();
    try {
      const { tool: job, began } = gatedJob('required');
      const client = modernClient([job], { limits: { taskTtlMs: 1_000 }, clock: clockAt(() => Date.now()) });
      const taskId = await taskIdOf(client, { name: 'job' });
      const signal = await began;

      await vi.advanceTimersByTimeAsync(1_000);

      expect(signal.aborted).toBe(true);
      expect(codeOf(await client.ask('tasks/get', { taskId }))).toBe(-32602);
    } finally {
      vi.useRealTimers();
    }
  });

  test('the tasks capability is declared as an extension', async () => {
    const { capabilities } = await modernClient([]).result('server/discover');

    expect(capabilities).toMatchObject(tasksCapability);
    expect(capabilities).not.toHaveProperty('tasks');
  });

  test('tools/list does not mention tasks', async () => {
    const { tools } = await modernClient([tool]).result('tools/list');

    expect(tools).toEqual([{ name: 'job', inputSchema: { type: 'object' } }]);
  });
});

describe('a subscription to tasks', () => {
  const listenTo = (taskIds: readonly string[]): JsonObject => ({ notifications: { taskIds } });

  test('notifies about each change with the whole task, under its subscription id', async () => {
    const client = modernClient([interview]);
    const taskId = await taskIdOf(client, { name: 'interview' });
    await taskIn(client, taskId, 'input_required');
    const listener = modernClientOf(client.server);
    const listening = listener.ask('subscriptions/listen', listenTo([taskId, 'unknown']));
    await settled();

    await client.result('tasks/update', { taskId, inputResponses: { who: accept('Ada') } });
    const asking = await taskIn(client, taskId, 'input_required');
    await client.result('tasks/cancel', { taskId });
    const cancelled = await taskIn(client, taskId, 'cancelled');
    await settled();
    listener.talk.close();
    await listening;

    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 };
    const [acknowledged, ...told] = listener.talk.sent;
    expect(acknowledged).toMatchObject({ params: { _meta, notifications: { taskIds: [taskId] } } });
    expect(told.every(({ method }) => method === 'notifications/tasks')).toBe(true);
    const params = told.map((notification) => ({ resultType: 'complete', ...(notification['params'] as JsonObject) }));
    expect(params).toContainEqual({ ...asking, _meta });
    expect(params.at(-1)).toEqual({ ...cancelled, _meta });
  });

  test('needs the extension', async () => {
    const client = modernClientOf(engineOf(), {});

    expect(codeOf(await client.ask('subscriptions/listen', listenTo(['x'])))).toBe(-32021);
  });

  test.each<{ taskIds: JsonValue }>([{ taskIds: [7] }, { taskIds: 'x' }, { taskIds: null }])(
    'is rejected for %j',
    async (filter) => {
      const client = modernClient([]);

      expect(codeOf(await client.ask('subscriptions/listen', { notifications: filter }))).toBe(-32602);
    },
  );
});

test('a task request is rejected when its header names another task', () => {
  const request = requestIn(modern, 1, ['tasks/get', { taskId: 'a' }]);

  const read = engineOf().engine.read(JSON.stringify(request), mirrorOf({ method: 'tasks/get', name: 'b' }));

  expect(read).toMatchObject({ kind: 'refused', problem: 'header-mismatch' });
});
