import { isJsonObject, McpError, ToolError, type JsonObject, type JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule, type Peer } from './peer.test-support.js';
import { promptOf, resourceOf, serverOf, settled, textResult, toolOf } from './server.test-support.js';
import { jobOf, taskIn, taskOf } from './tasks.test-support.js';

const related = 'io.modelcontextprotocol/related-task';
const metaOf = ({ params, result }: JsonObject): JsonObject => {
  const holder = isJsonObject(params) ? params : isJsonObject(result) ? result : {};
  return isJsonObject(holder['_meta']) ? holder['_meta'] : {};
};

/** Calls a tool as a task. @returns the task's id */
async function begin(peer: Peer, params: JsonObject): Promise<string> {
  return String(taskOf(await peer.result('tools/call', { task: {}, ...params }))['taskId']);
}

describe.each(underRule(179))('$date', (revision) => {
  // Rules: 179
  test('the handshake declares the tasks capability', async () => {
    const peer = await openPeer(serverOf().engine, revision, { isSilent: true });

    expect((await peer.initialize())['result']).toMatchObject({
      capabilities: { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
    });
  });

  // Rules: 180
  test('a call without a task is rejected when the tool requires one', async () => {
    const job = jobOf('job');
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);

    expect(await peer.error('tools/call', { name: 'job' })).toMatchObject({ code: -32601 });
  });

  // Rules: 181
  test.each<[string, JsonObject]>([
    ['prompts/get', { name: 'packing' }],
    ['resources/read', { uri: 'x://a' }],
    ['tools/list', {}],
  ])('%s ignores a `task` parameter', async (method, params) => {
    const { engine } = serverOf({ prompts: [promptOf('packing')], resources: [resourceOf('x://a')] });
    const peer = await openPeer(engine, revision);

    const plain = await peer.result(method, params);

    expect(await peer.result(method, { ...params, task: { ttl: 1000 } })).toEqual(plain);
  });

  // Rules: 182, 183, 186, 187, 195
  test('a call that requests a task returns a working task with an unguessable id', async () => {
    const job = jobOf('job');
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);

    const tasks = [];
    for (let call = 0; call < 20; call++) {
      tasks.push(taskOf(await peer.result('tools/call', { name: 'job', task: { ttl: 60_000 } })));
    }

    for (const task of tasks) {
      expect(task).toMatchObject({
        status: 'working',
        ttl: 60_000,
        createdAt: expect.any(String),
        lastUpdatedAt: expect.any(String),
      });
      // 122 random bits: a UUID of version 4.
      expect(task['taskId']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(tasks.map(({ taskId }) => taskId)).size).toBe(20);
  });

  // Rules: 184
  test('a task waits for input, works again and completes, and then its status is final', async () => {
    const job = jobOf('job', async (_input, context) => textResult((await context.listRoots()).action));
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision, { capabilities: { roots: {} } });
    const taskId = await begin(peer, { name: 'job' });
    const question = peer.next(({ method }) => method === 'roots/list');

    job.finish();
    const { id } = await question;
    await taskIn(peer, taskId, 'input_required');
    await peer.send({ jsonrpc: '2.0', id: id!, result: { roots: [] } });
    await taskIn(peer, taskId, 'completed');
    await peer.error('tasks/cancel', { taskId });
    await settled();

    const told = peer
      .notifications('notifications/tasks/status')
      .map(({ params }) => isJsonObject(params) && params['status']);
    expect(told).toEqual(['input_required', 'working', 'completed']);
    expect(await peer.result('tasks/get', { taskId })).toMatchObject({ status: 'completed' });
  });

  // Rules: 185
  test('the requests, notifications and result of a task carry its id', async () => {
    const job = jobOf('job', async (_input, context) => {
      await context.reportProgress(1);
      await context.log('error', 'logged');
      return textResult((await context.listRoots()).action);
    });
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision, { capabilities: { roots: {} } });
    peer.onRequest = ({ id }) => void peer.send({ jsonrpc: '2.0', id: id!, result: { roots: [] } });
    const taskId = await begin(peer, { name: 'job', _meta: { progressToken: 'p' } });

    job.finish();
    const result = await peer.request('tasks/result', { taskId });

    const messages = [
      ...peer.requests(),
      ...peer.notifications('notifications/progress'),
      ...peer.notifications('notifications/message'),
      result,
    ];
    expect(messages).toHaveLength(4);
    expect(messages.map((message) => metaOf(message)[related])).toEqual(messages.map(() => ({ taskId })));
  });

  // Rules: 185
  test.each(['tasks/get', 'tasks/result', 'tasks/cancel'])(
    '%s uses the task id in its parameters, not the one in `_meta`',
    async (method) => {
      const jobs = [jobOf('one'), jobOf('two')];
      const peer = await openPeer(serverOf({ tools: jobs.map(({ tool }) => tool) }).engine, revision);
      const [one, two] = [await begin(peer, { name: 'one' }), await begin(peer, { name: 'two' })];
      jobs[0]!.finish();
      await taskIn(peer, one, 'completed');

      const answer = await peer.request(method, {
        taskId: method === 'tasks/cancel' ? two : one,
        _meta: { [related]: { taskId: method === 'tasks/cancel' ? one : two } },
      });

      const expected = {
        'tasks/get': { taskId: one, status: 'completed' },
        'tasks/result': { content: [{ text: 'done' }] },
        'tasks/cancel': { taskId: two, status: 'cancelled' },
      };
      expect(answer['result']).toMatchObject(expected[method as keyof typeof expected]);
    },
  );

  // Rules: 186
  test('every task in a response has its creation time, update time and TTL', async () => {
    const peer = await openPeer(serverOf({ tools: [jobOf('job').tool] }).engine, revision);
    const taskId = await begin(peer, { name: 'job', task: { ttl: 5000 } });

    const got = await peer.result('tasks/get', { taskId });
    const { tasks } = await peer.result('tasks/list');
    const cancelled = await peer.result('tasks/cancel', { taskId });

    const dated = { taskId, createdAt: expect.any(String), lastUpdatedAt: expect.any(String), ttl: 5000 };
    expect([got, cancelled, ...(Array.isArray(tasks) ? tasks : [])]).toEqual([
      expect.objectContaining(dated),
      expect.objectContaining(dated),
      expect.objectContaining(dated),
    ]);
  });

  // Rules: 188
  test.each<[string, () => Promise<ReturnType<typeof textResult>>, JsonObject]>([
    ['a result', async () => textResult('done'), { content: [{ type: 'text', text: 'done' }], isError: false }],
    [
      'an error of the tool',
      () => Promise.reject(new ToolError('not today')),
      { content: [{ type: 'text', text: 'not today' }], isError: true },
    ],
  ])('`tasks/result` returns %s as the call would, with the task id in `_meta`', async (_what, run, expected) => {
    const job = jobOf('job', run);
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);
    const taskId = await begin(peer, { name: 'job' });

    job.finish();

    expect(await peer.result('tasks/result', { taskId })).toEqual({ ...expected, _meta: { [related]: { taskId } } });
  });

  // Rules: 188
  test('`tasks/result` fails with the error of the call', async () => {
    const job = jobOf('job', () => Promise.reject(new McpError('invalid-params', 'not like this', { why: 'so' })));
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);
    const taskId = await begin(peer, { name: 'job' });

    job.finish();

    expect(await peer.error('tasks/result', { taskId })).toEqual({
      code: -32602,
      message: 'not like this',
      data: { why: 'so' },
    });
  });

  // Rules: 189
  test('`tasks/result` waits until its task ends', async () => {
    const job = jobOf('job');
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);
    const taskId = await begin(peer, { name: 'job' });

    const result = peer.request('tasks/result', { taskId }, 'result');
    await settled();
    expect(peer.received.filter(({ id }) => id === 'result')).toEqual([]);
    job.finish();

    expect(await result).toMatchObject({ result: { content: [{ text: 'done' }] } });
  });

  // Rules: 190
  test('`tasks/list` returns all tasks, page by page', async () => {
    const server = serverOf({ tools: [jobOf('job').tool] }, { limits: { pageSize: 2 } });
    const peer = await openPeer(server.engine, revision);
    const ids = [];
    for (let call = 0; call < 5; call++) ids.push(await begin(peer, { name: 'job' }));

    const listed: JsonValue[] = [];
    const sizes: number[] = [];
    for (let cursor: JsonObject = {}; ;) {
      const { tasks, nextCursor } = await peer.result('tasks/list', cursor);
      const page = (Array.isArray(tasks) ? tasks : []).filter(isJsonObject);
      listed.push(...page.map(({ taskId }) => taskId!));
      sizes.push(page.length);
      if (nextCursor === undefined) break;
      cursor = { cursor: nextCursor };
    }

    expect(sizes).toEqual([2, 2, 1]);
    expect(new Set(listed)).toEqual(new Set(ids));
  });

  // Rules: 191, 192
  test('`tasks/cancel` returns a cancelled task, which stays cancelled and cannot be cancelled again', async () => {
    const job = jobOf('job');
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);
    const taskId = await begin(peer, { name: 'job' });
    const { signal } = await job.began;

    const cancelled = await peer.result('tasks/cancel', { taskId });
    job.finish();
    await settled();

    expect(cancelled).toMatchObject({ taskId, status: 'cancelled' });
    expect(signal.aborted).toBe(true);
    expect(await peer.result('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
    expect(await peer.error('tasks/cancel', { taskId })).toMatchObject({ code: -32602 });
  });

  // Rules: 193
  test.each<[string, JsonObject]>([
    ['tasks/get', { taskId: 'nobody' }],
    ['tasks/get', { taskId: 7 }],
    ['tasks/get', {}],
    ['tasks/result', { taskId: 'nobody' }],
    ['tasks/cancel', { taskId: '__proto__' }],
    ['tasks/list', { cursor: 'nowhere' }],
    ['tasks/list', { cursor: 7 }],
  ])('%s with %j is rejected', async (method, params) => {
    const peer = await openPeer(serverOf().engine, revision);

    expect(await peer.error(method, params)).toMatchObject({ code: -32602 });
  });

  // Rules: 193
  test('a task beyond the limit maxTasks fails with an internal error', async () => {
    const server = serverOf({ tools: [jobOf('job').tool] }, { limits: { maxTasks: 1 } });
    const peer = await openPeer(server.engine, revision);
    await begin(peer, { name: 'job' });

    expect(await peer.error('tools/call', { name: 'job', task: {} })).toMatchObject({ code: -32603 });
  });

  // Rules: 194
  test('a task is not visible to another session', async () => {
    const { engine } = serverOf({ tools: [jobOf('job').tool] });
    const [owner, other] = [await openPeer(engine, revision), await openPeer(engine, revision)];
    const taskId = await begin(owner, { name: 'job' });

    expect(await other.result('tasks/list')).toEqual({ tasks: [] });
    for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
      expect(await other.error(method, { taskId })).toMatchObject({ code: -32602 });
    }
    expect(await owner.result('tasks/get', { taskId })).toMatchObject({ status: 'working' });
  });

  // Rules: 92
  test('cancelling the request that created a task does not cancel the task', async () => {
    const job = jobOf('job');
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);
    const { result } = await peer.request('tools/call', { name: 'job', task: {} }, 'call');
    const taskId = String(taskOf(isJsonObject(result) ? result : {})['taskId']);

    await peer.notify('notifications/cancelled', { requestId: 'call' });
    expect(await peer.result('tasks/get', { taskId })).toMatchObject({ status: 'working' });
    job.finish();

    expect(await peer.result('tasks/result', { taskId })).toMatchObject({ content: [{ text: 'done' }] });
  });

  // Rules: 99
  test('progress is sent with the token of the call until its task ends, and not after', async () => {
    let late: () => Promise<void> = async () => undefined;
    const job = jobOf('job', async (_input, context) => {
      await context.reportProgress(1);
      await context.reportProgress(2);
      late = () => context.reportProgress(3);
      return textResult('done');
    });
    const peer = await openPeer(serverOf({ tools: [job.tool] }).engine, revision);
    const taskId = await begin(peer, { name: 'job', _meta: { progressToken: 'p' } });

    job.finish();
    await taskIn(peer, taskId, 'completed');
    await late();
    await settled();

    expect(peer.notifications('notifications/progress').map(({ params }) => params)).toMatchObject([
      { progressToken: 'p', progress: 1 },
      { progressToken: 'p', progress: 2 },
    ]);
  });

  // Rules: 209
  test('a client that declares the tasks extension gets plain results, and `tasks/update` fails', async () => {
    const tool = toolOf('job', async () => 'done', { task: 'optional' });
    const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision, { capabilities });

    expect(await peer.result('tools/call', { name: 'job' })).toEqual({
      content: [{ type: 'text', text: 'done' }],
      isError: false,
    });
    expect(await peer.error('tasks/update', { taskId: 'a', inputResponses: {} })).toMatchObject({
      message: expect.any(String),
    });
  });
});
