import { isJsonObject, McpError, ToolError, type JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule, type Peer } from './peer.test-support.js';
import { serverOf, settled, textResult, toolOf, type TestServer } from './server.test-support.js';
import { jobOf, taskIn } from './tasks.test-support.js';

const extension: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
const names = (task: JsonObject): string[] =>
  Object.keys(isJsonObject(task['inputRequests']) ? task['inputRequests'] : {});

describe.each(underRule(196))('$date', (revision) => {
  /** Opens a client that supports tasks and forms. */
  const openTaker = ({ engine }: TestServer): Promise<Peer> =>
    openPeer(engine, revision, { capabilities: { ...extension, elicitation: {}, roots: {} }, isExtended: true });
  const begin = async (peer: Peer, name = 'job'): Promise<string> =>
    String((await peer.result('tools/call', { name }))['taskId']);

  // Rules: 29, 196
  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['other extensions', { extensions: { 'com.example/tasks': {} } }],
    ['the older tasks', { tasks: { requests: { tools: { call: {} } } } }],
  ])('a long call does not become a task for a client that declares %s', async (_what, capabilities) => {
    const job = jobOf('job', undefined, 'optional');
    const server = serverOf({ tools: [job.tool] }, { limits: { taskAfterMs: 1 } });
    const peer = await openPeer(server.engine, revision, { capabilities });

    const answer = peer.result('tools/call', { name: 'job' });
    const context = await job.began;
    expect(await context.beginTask()).toBe(false);
    job.finish();

    expect(await answer).toMatchObject({ resultType: 'complete', content: [{ text: 'done' }] });
  });

  // Rules: 29, 197
  test('a call that requires a task is rejected without the tasks extension, and the error names it', async () => {
    const peer = await openPeer(serverOf({ tools: [jobOf('job').tool] }).engine, revision);

    expect(await peer.error('tools/call', { name: 'job' })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: extension },
    });
  });

  // Rules: 17, 198, 199
  test('a call that becomes a task returns a result of type `task`, and `tasks/get` finds it at once', async () => {
    const server = serverOf({ tools: [jobOf('job').tool, toolOf('plain')] });
    const peer = await openTaker(server);

    const created = await peer.result('tools/call', { name: 'job' });
    const got = await peer.result('tasks/get', { taskId: created['taskId']! });
    const others = [await peer.result('tools/call', { name: 'plain' }), await peer.result('tools/list')];
    const { capabilities } = await peer.result('server/discover');

    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: expect.any(Number) });
    expect(got).toMatchObject({ resultType: 'complete', taskId: created['taskId']!, status: 'working' });
    expect(others.map(({ resultType }) => resultType)).toEqual(['complete', 'complete']);
    expect(capabilities).toMatchObject(extension);
  });

  // Rules: 199
  test('many concurrent tasks can each be fetched as soon as they are announced', async () => {
    const peer = await openTaker(serverOf({ tools: [jobOf('job').tool] }));

    const found = await Promise.all(
      Array.from({ length: 20 }, async () => peer.result('tasks/get', { taskId: await begin(peer) })),
    );

    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['working']));
  });

  // Rules: 200
  test('`tasks/get` returns all open questions of a waiting task and the result of a completed task', async () => {
    const job = jobOf('job', async (_input, context) => {
      const answers = await Promise.all([
        context.elicit('Name?', form),
        context.elicit('City?', form),
        context.listRoots(),
      ]);
      return textResult(answers.map(({ action }) => action).join(' '));
    });
    const peer = await openTaker(serverOf({ tools: [job.tool] }));
    const taskId = await begin(peer);

    job.finish();
    await taskIn(peer, taskId, 'input_required');
    await settled();
    const waiting = await peer.result('tasks/get', { taskId });
    const [first, ...others] = names(waiting);
    await peer.result('tasks/update', { taskId, inputResponses: { [first!]: { action: 'decline' } } });
    const later = await taskIn(peer, taskId, 'input_required');
    const answers = others.map((name) => [name, name === others.at(-1) ? { roots: [] } : { action: 'decline' }]);
    await peer.result('tasks/update', { taskId, inputResponses: Object.fromEntries(answers) });
    const ended = await taskIn(peer, taskId, 'completed');

    expect([waiting, later, ended].map(({ resultType }) => resultType)).toEqual(['complete', 'complete', 'complete']);
    expect(names(waiting)).toHaveLength(3);
    expect(names(later)).toEqual(others);
    expect(ended).toMatchObject({ result: { content: [{ text: 'decline decline accept' }] } });
    expect([ended['inputRequests'], ended['error'], waiting['result']]).toEqual([undefined, undefined, undefined]);
  });

  // Rules: 201
  test('a question that is asked again has a new key', async () => {
    const job = jobOf('job', async (_input, context) => {
      const actions = [];
      for (let round = 0; round < 3; round++)
        actions.push((await context.elicit('Name?', form, { key: 'name' })).action);
      return textResult(actions.join(' '));
    });
    const peer = await openTaker(serverOf({ tools: [job.tool] }));
    const taskId = await begin(peer);
    job.finish();

    const keys = [];
    for (let round = 0; round < 3; round++) {
      const [key] = names(await taskIn(peer, taskId, 'input_required'));
      keys.push(key);
      await peer.result('tasks/update', { taskId, inputResponses: { [key!]: { action: 'decline' } } });
    }

    expect(await taskIn(peer, taskId, 'completed')).toMatchObject({
      result: { content: [{ text: 'decline decline decline' }] },
    });
    expect(new Set(keys).size).toBe(3);
  });

  // Rules: 202
  test('`tasks/update` and `tasks/cancel` return an empty result, even when there is nothing to answer or cancel', async () => {
    const job = jobOf('job', async (_input, context) => {
      const { action } = await context.elicit('Name?', form);
      return textResult((await context.elicit(`After ${action}?`, form)).action);
    });
    const ended = jobOf('ended');
    const peer = await openTaker(serverOf({ tools: [job.tool, ended.tool] }));
    const [taskId, endedId] = [await begin(peer), await begin(peer, 'ended')];
    const { signal } = await job.began;
    job.finish();
    ended.finish();
    await taskIn(peer, endedId, 'completed');
    const [asked] = names(await taskIn(peer, taskId, 'input_required'));
    const unknown = { nobody: { action: 'accept' } };

    const answers = [
      await peer.result('tasks/update', { taskId, inputResponses: unknown }),
      await peer.result('tasks/update', { taskId, inputResponses: { [asked!]: { action: 'decline' } } }),
      await peer.result('tasks/update', { taskId: endedId, inputResponses: unknown }),
      await peer.result('tasks/cancel', { taskId: endedId }),
      await peer.result('tasks/cancel', { taskId }),
      await peer.result('tasks/cancel', { taskId }),
    ];

    for (const { _meta, ...members } of answers) expect(members).toEqual({ resultType: 'complete' });
    expect(await peer.result('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
    expect(await peer.result('tasks/get', { taskId: endedId })).toMatchObject({ status: 'completed' });
    expect(signal.aborted).toBe(true);
  });

  // Rules: 203
  test('a protocol error makes a task fail and is included, but an error of the tool completes the task', async () => {
    const failing = jobOf('failing', () => Promise.reject(new McpError('invalid-params', 'not like this')));
    const erring = jobOf('erring', () => Promise.reject(new ToolError('not today')));
    const peer = await openTaker(serverOf({ tools: [failing.tool, erring.tool] }));
    const [failed, completed] = [await begin(peer, 'failing'), await begin(peer, 'erring')];

    failing.finish();
    erring.finish();

    expect(await taskIn(peer, failed, 'failed')).toMatchObject({ error: { code: -32602, message: 'not like this' } });
    expect(await taskIn(peer, completed, 'completed')).toMatchObject({
      result: { isError: true, content: [{ text: 'not today' }] },
    });
  });

  // Rules: 193, 204
  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('%s is rejected for an unknown task', async (method) => {
    const peer = await openTaker(serverOf());

    expect(await peer.error(method, { taskId: 'nobody', inputResponses: {} })).toMatchObject({ code: -32602 });
  });

  // Rules: 205
  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    '%s is rejected for a client without the extension',
    async (method) => {
      const server = serverOf({ tools: [jobOf('job').tool] });
      const taskId = await begin(await openTaker(server));
      const peer = await openPeer(server.engine, revision, { capabilities: { elicitation: {} } });

      expect(await peer.error(method, { taskId, inputResponses: {} })).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: extension },
      });
    },
  );

  // Rules: 205
  test('a subscription to tasks is rejected for a client without the extension', async () => {
    const peer = await openPeer(serverOf().engine, revision);

    expect(await peer.error('subscriptions/listen', { notifications: { taskIds: ['a'] } })).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: extension },
    });
  });

  // Rules: 25, 206
  test('a subscription to a task receives its status, but no progress and no log messages', async () => {
    const job = jobOf('job', async (_input, context) => {
      await context.reportProgress(1, 2, 'half way');
      await context.log('emergency', 'logged');
      return textResult('done');
    });
    const peer = await openTaker(serverOf({ tools: [job.tool] }));
    const _meta = { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' };
    const { taskId } = await peer.result('tools/call', { name: 'job', _meta });
    void peer.send(peer.requestOf('subscriptions/listen', { notifications: { taskIds: [taskId!] } }, 'sub-1'));
    await settled();

    job.finish();
    await taskIn(peer, String(taskId), 'completed');
    await settled();

    const told = peer.notifications();
    expect(new Set(told.map(({ method }) => method))).toEqual(
      new Set(['notifications/subscriptions/acknowledged', 'notifications/tasks']),
    );
    expect(told.at(-1)).toMatchObject({
      params: { taskId: taskId!, status: 'completed', _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub-1' } },
    });
  });

  // Rules: 207
  test('task ids are random, and `tasks/list` does not exist', async () => {
    const peer = await openTaker(serverOf({ tools: [jobOf('job').tool] }));

    const ids = [];
    for (let call = 0; call < 20; call++) ids.push(await begin(peer));

    expect(new Set(ids).size).toBe(20);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
    expect(await peer.error('tasks/list')).toMatchObject({ code: -32601 });
  });

  // Rules: 208
  test('the methods, parameters and capabilities of the older tasks are not supported', async () => {
    const { engine } = serverOf({ tools: [toolOf('job', async () => 'done', { task: 'optional' })] });
    const peer = await openPeer(engine, revision, { capabilities: { tasks: { requests: { tools: { call: {} } } } } });

    const { capabilities } = await peer.result('server/discover');
    const { tools } = await peer.result('tools/list');

    expect(capabilities).not.toHaveProperty('tasks');
    expect(JSON.stringify(tools)).not.toContain('execution');
    expect(await peer.error('tasks/result', { taskId: 'a' })).toMatchObject({ code: -32601 });
    expect(await peer.result('tools/call', { name: 'job', task: { ttl: 1000 } })).toMatchObject({
      resultType: 'complete',
      content: [{ text: 'done' }],
    });
  });
});
