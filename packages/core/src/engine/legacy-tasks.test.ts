import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import { McpError } from '../errors/mcp-error.js';
import { ToolError } from '../errors/tool-error.js';
import type { JsonObject } from '../model/json.js';
import {
  callIn,
  codeOf,
  engineOf,
  initializeOf,
  latestLegacy,
  legacyRevisions,
  resultIn,
  settled,
  talkIn,
  talkTo,
} from './engine.test-support.js';
import { gatedJob, legacyClient, legacyClientOf, taskIdOf, taskIn } from './tasks.test-support.js';
import { clockAt } from '../model/clock.test-support.js';

const relatedTo = (taskId: string) => ({ 'io.modelcontextprotocol/related-task': { taskId } });

const quick = toolOf('quick', async () => text('done'), { task: 'optional' });
const asAsked: JsonObject = { name: 'job', task: {} };

describe('a call requested as a task', () => {
  test('keeps its last progress message as its status when it ends at once', async () => {
    const talker = toolOf(
      'job',
      (_input, context) => {
        for (const [index, word] of ['one', 'two', 'three'].entries()) void context.reportProgress(index + 1, 3, word);
        return text('done');
      },
      { task: 'optional' },
    );
    const client = await legacyClient([talker]);

    const taskId = await taskIdOf(client, asAsked);

    expect(await taskIn(client, taskId, 'completed')).toMatchObject({ statusMessage: 'three' });
  });

  test('is answered with a task that can be fetched at once', async () => {
    const { tool, open } = gatedJob('optional');
    const client = await legacyClient([tool], { clock: clockAt(() => 0) });

    const created = await client.result('tools/call', { name: 'job', task: { ttl: 60_000 } });
    const { taskId } = created['task'] as JsonObject;
    const fetched = await client.result('tasks/get', { taskId: taskId! });

    const task = {
      taskId,
      status: 'working',
      createdAt: '1970-01-01T00:00:00.000Z',
      lastUpdatedAt: '1970-01-01T00:00:00.000Z',
      ttl: 60_000,
      pollInterval: 1_000,
    };
    expect(taskId).toMatch(/^[0-9a-f-]{36}$/);
    expect(created).toEqual({ task });
    expect(fetched).toEqual(task);
    open();
  });

  test.each([
    [{}, 7_000],
    [{ ttl: 5_000 }, 5_000],
    [{ ttl: 5_000.7 }, 5_000],
    [{ ttl: 1e12 }, 9_000],
  ])('gets the ttl that %j requests, within the limits', async (task, ttl) => {
    const client = await legacyClient([quick], { limits: { taskTtlMs: 7_000, maxTaskTtlMs: 9_000 } });

    expect(await client.result('tools/call', { name: 'quick', task })).toMatchObject({ task: { ttl } });
  });

  test.each([[null], ['x'], [{ ttl: 'x' }], [{ ttl: -1 }], [{ ttl: null }]])(
    'is rejected with the task parameter %j',
    async (task) => {
      const client = await legacyClient([quick]);

      expect(codeOf(await client.ask('tools/call', { name: 'quick', task: task as never }))).toBe(-32602);
    },
  );

  test('is refused for a tool without tasks', async () => {
    const client = await legacyClient([toolOf('plain')]);

    expect(codeOf(await client.ask('tools/call', { name: 'plain', task: {} }))).toBe(-32601);
  });

  test('is mandatory for a tool that requires tasks', async () => {
    const client = await legacyClient([gatedJob('required').tool]);

    expect(codeOf(await client.ask('tools/call', { name: 'job' }))).toBe(-32601);
  });

  test('a call without a task parameter does not become a task, even if its method calls beginTask()', async () => {
    const run = async (_input: JsonObject, context: { beginTask(): Promise<boolean> }) =>
      text(String(await context.beginTask()));
    const client = await legacyClient([toolOf('job', run, { task: 'optional' })], { limits: { taskAfterMs: 1 } });

    expect(await client.result('tools/call', { name: 'job' })).toEqual({
      content: [{ type: 'text', text: 'false' }],
      isError: false,
    });
  });

  test('is not cancelled by a notification that names its request', async () => {
    const { tool, open } = gatedJob('optional');
    const client = await legacyClient([tool]);
    const taskId = await taskIdOf(client, asAsked);

    await client.talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    open();

    expect(await taskIn(client, taskId, 'completed')).toBeDefined();
  });

  test('holds its catalog until it ends', async () => {
    const { tool, open } = gatedJob('optional');
    const client = await legacyClient([tool]);
    const taskId = await taskIdOf(client, asAsked);

    const heldMeanwhile = client.server.source.held;
    open();
    await taskIn(client, taskId, 'completed');

    expect([heldMeanwhile, client.server.source.held]).toEqual([1, 0]);
  });
});

describe('tasks/result', () => {
  test('waits for the task and returns the result of the call', async () => {
    const { tool, open } = gatedJob('optional');
    const client = await legacyClient([tool]);
    const taskId = await taskIdOf(client, asAsked);

    let isAnswered = false;
    const answered = client.result('tasks/result', { taskId }).finally(() => (isAnswered = true));
    await settled();
    const wasAnswered = isAnswered;
    open();

    expect(await answered).toEqual({
      content: [{ type: 'text', text: 'done' }],
      isError: false,
      _meta: relatedTo(taskId),
    });
    expect(wasAnswered).toBe(false);
  });

  test('returns the error of the call', async () => {
    const run = () => Promise.reject(new McpError('invalid-params', 'not like this', { why: 'so' }));
    const client = await legacyClient([toolOf('job', run, { task: 'optional' })]);
    const taskId = await taskIdOf(client, asAsked);

    const answer = await client.ask('tasks/result', { taskId });

    expect(answer).toMatchObject({ error: { code: -32602, message: 'not like this', data: { why: 'so' } } });
    expect(await client.result('tasks/get', { taskId })).toMatchObject({
      status: 'failed',
      statusMessage: 'not like this',
    });
  });

  test('returns the result of a tool that failed, and the status is failed', async () => {
    const run = () => Promise.reject(new ToolError('not today'));
    const client = await legacyClient([toolOf('job', run, { task: 'optional' })]);
    const taskId = await taskIdOf(client, asAsked);

    expect(await client.result('tasks/result', { taskId })).toMatchObject({ isError: true });
    expect(await client.result('tasks/get', { taskId })).toMatchObject({ status: 'failed' });
  });

  test('fails when the task is cancelled while it waits', async () => {
    const client = await legacyClient([gatedJob('optional').tool]);
    const taskId = await taskIdOf(client, asAsked);

    const answered = client.ask('tasks/result', { taskId });
    const cancelled = await client.result('tasks/cancel', { taskId });

    expect(cancelled).toMatchObject({ taskId, status: 'cancelled' });
    expect(codeOf(await answered)).toBe(-32602);
  });
});

describe('tasks/cancel', () => {
  test('aborts the call, and the task stays cancelled', async () => {
    const { tool, began, open } = gatedJob('optional');
    const client = await legacyClient([tool]);
    const taskId = await taskIdOf(client, asAsked);

    await client.result('tasks/cancel', { taskId });
    const { aborted } = await began;
    open();
    await settled();

    expect(aborted).toBe(true);
    expect(await client.result('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
  });

  test('is rejected for a task that has ended', async () => {
    const client = await legacyClient([quick]);
    const taskId = await taskIdOf(client, { name: 'quick', task: {} });
    await taskIn(client, taskId, 'completed');

    expect(codeOf(await client.ask('tasks/cancel', { taskId }))).toBe(-32602);
  });
});

describe('tasks/list', () => {
  test('lists all tasks of the session in pages', async () => {
    let now = 0;
    const client = await legacyClient([quick], { clock: clockAt(() => now++), limits: { pageSize: 2 } });
    const taskIds: string[] = [];
    for (let count = 0; count < 3; count++) taskIds.push(await taskIdOf(client, { name: 'quick', task: {} }));

    const first = await client.result('tasks/list');
    const second = await client.result('tasks/list', { cursor: first['nextCursor']! });

    const listed = [first, second].flatMap((page) => page['tasks'] as JsonObject[]);
    expect(listed.map((task) => task['taskId'])).toEqual(taskIds);
    expect(listed[0]).toEqual(await client.result('tasks/get', { taskId: taskIds[0]! }));
    expect(second).not.toHaveProperty('nextCursor');
    expect(await client.result('tasks/list', { cursor: null })).toEqual(first);
  });

  test.each([['x'], [7], [''], [btoa('x.y')], [{}]])('rejects the cursor %j', async (cursor) => {
    const client = await legacyClient([quick]);

    expect(codeOf(await client.ask('tasks/list', { cursor }))).toBe(-32602);
  });

  test('does not list tasks of another session, which cannot reach them either', async () => {
    const server = engineOf(catalogOf({ tools: [quick] }));
    const [own, other] = [await legacyClientOf(server), await legacyClientOf(server)];
    const taskId = await taskIdOf(own, { name: 'quick', task: {} });

    expect(await other.result('tasks/list')).toEqual({ tasks: [] });
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
      expect(codeOf(await other.ask(method, { taskId }))).toBe(-32602);
    }
  });
});

describe.each(legacyRevisions)('$date', (revision) => {
  const knowsTasks = revision === latestLegacy;

  test('declares the tasks capability only if the revision has tasks', async () => {
    const answer = await talkTo(engineOf()).request(initializeOf(revision.date));

    const { capabilities } = resultIn(answer) as { capabilities: JsonObject };
    const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
    expect(capabilities['tasks']).toEqual(knowsTasks ? tasks : undefined);
    expect(capabilities).not.toHaveProperty('extensions');
  });

  test('lists which tools support tasks only if the revision has tasks', async () => {
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [quick, toolOf('plain')] })));

    const { tools } = resultIn(await talk.request({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));

    const execution = knowsTasks ? { execution: { taskSupport: 'optional' } } : {};
    expect(tools).toEqual([
      { name: 'quick', inputSchema: { type: 'object' }, ...execution },
      { name: 'plain', inputSchema: { type: 'object' } },
    ]);
  });
});

describe.each(legacyRevisions.filter((revision) => revision !== latestLegacy))(
  '$date, a revision without tasks',
  (revision) => {
    test('runs every tool as an ordinary call, even if the call requests a task', async () => {
      const { tool, open } = gatedJob('required');
      open();
      const talk = await talkIn(revision, engineOf(catalogOf({ tools: [tool] })));

      const answer = await talk.request(callIn(revision, 1, asAsked));

      expect(resultIn(answer)).toMatchObject({ content: [{ text: 'done' }] });
    });
  },
);
