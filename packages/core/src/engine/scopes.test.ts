import { describe, expect, test, vi } from 'vitest';
import type { Components, PublishedPrompt, PublishedResourceTemplate, PublishedTool } from '../catalog/catalog.js';
import { catalogOf, resourceOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { JsonObject } from '../model/json.js';
import type { Principal } from '../model/principal.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { openConversation } from './conversation.js';
import type { LegacyIncoming } from './incoming-message.js';
import {
  collect,
  engineOf,
  initializeOf,
  latestLegacy,
  modern,
  requestIn,
  settled,
  type TestEngine,
} from './engine.test-support.js';
import { gatedJob, modernClientOf, taskIdOf } from './tasks.test-support.js';

const scopes = ['orders:read', 'orders:write'];

const ann = (granted: Principal['scopes']): Principal => ({
  id: 'ann',
  issuer: 'https://id.example',
  scopes: granted,
  claims: { team: 'shop' },
});

/** A server with one guarded component of every kind and an open tool, all of which report when their code runs. */
function guardedServer(more: Partial<Components> = {}): {
  readonly server: TestEngine;
  readonly ran: ReturnType<typeof vi.fn>;
} {
  const ran = vi.fn();
  const guarded: PublishedTool = {
    ...toolOf('order', (_input, context) => {
      ran();
      return text(JSON.stringify(context.principal));
    }),
    scopes,
  };
  const read = async (uri: string) => {
    ran();
    return { kind: 'result' as const, contents: [{ uri, text: 'x' }] };
  };
  const template: PublishedResourceTemplate = {
    definition: { uriTemplate: 'order://{id}', name: 'order' },
    scopes,
    complete: async () => (ran(), ['1']),
    list: async () => (ran(), [{ uri: 'order://1', name: 'first' }]),
    read,
  };
  const prompt: PublishedPrompt = {
    definition: { name: 'review' },
    scopes,
    complete: async () => (ran(), ['1']),
    get: async () => (ran(), { kind: 'result', messages: [] }),
  };
  const resource = { ...resourceOf('orders://all', read), scopes };
  const catalog = catalogOf({
    tools: [guarded, toolOf('open')],
    resources: [resource],
    resourceTemplates: [template],
    prompts: [prompt],
    ...more,
  });
  return { server: engineOf(catalog), ran };
}

/** Connects a client of this caller that is ready to send requests. */
async function clientOf(revision: Revision, { engine }: TestEngine, principal?: Principal) {
  const { outlet, sent, outgoing } = collect();
  const conversation = openConversation(engine, outlet, { principal });
  const send = async (message: JsonObject): Promise<void> => conversation.receive(JSON.stringify(message));
  if (revision.era === 'legacy') {
    await send(initializeOf(revision.date));
    await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }
  let lastId = 0;
  const ask = async (method: string, params: JsonObject) => {
    const id = ++lastId;
    await send(requestIn(revision, id, [method, params]));
    return { answer: sent.find((it) => it['id'] === id), outgoing: outgoing.at(-1) };
  };
  return { ask };
}

/** Makes the messages with which a client of this revision asks for updates of one resource. */
function subscribing(revision: Revision): JsonObject[] {
  if (revision.era === 'modern')
    return [requestIn(revision, 1, ['subscriptions/listen', { notifications: { resourceSubscriptions: ['x://a'] } }])];
  return [
    initializeOf(revision.date),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    requestIn(revision, 1, ['resources/subscribe', { uri: 'x://a' }]),
  ];
}

function updatesIn(sent: readonly JsonObject[]): number {
  return sent.filter(({ method }) => method === 'notifications/resources/updated').length;
}

const guardedRequests: readonly (readonly [string, JsonObject])[] = [
  ['tools/call', { name: 'order' }],
  ['resources/read', { uri: 'orders://all' }],
  ['resources/read', { uri: 'order://7' }],
  ['prompts/get', { name: 'review' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'a', value: '' } }],
  ['completion/complete', { ref: { type: 'ref/resource', uri: 'order://{id}' }, argument: { name: 'id', value: '' } }],
  ['resources/subscribe', { uri: 'orders://all' }],
  ['subscriptions/listen', { notifications: { resourceSubscriptions: ['order://7'] } }],
];

describe.each(revisions)('$date', (revision) => {
  const requests = guardedRequests.filter(([method]) => revision.requests.has(method));

  // Rules: 143, 153
  test.each(requests)('%s %j is rejected without all scopes, before any code runs', async (method, params) => {
    const { server, ran } = guardedServer();
    const client = await clientOf(revision, server, ann(['orders:read', 'other']));

    const { answer, outgoing } = await client.ask(method, params);

    expect(answer).toMatchObject({
      error: { code: -32600, message: 'this needs the scope orders:read orders:write', data: { scopes } },
    });
    expect(outgoing).toMatchObject({ problem: 'insufficient-scope', scopes });
    expect(ran).not.toHaveBeenCalled();
  });

  test.each([
    ['all of them', ann([...scopes, 'other'])],
    ['every scope', ann('every')],
    ['nobody to be', undefined],
  ])('a caller with %s may use everything', async (_case, principal) => {
    const { server } = guardedServer();
    const client = await clientOf(revision, server, principal);

    for (const [method, params] of requests.filter(([it]) => it !== 'subscriptions/listen')) {
      const { answer } = await client.ask(method, params);
      expect(answer).toHaveProperty('result');
    }
  });

  test('a component without scopes is open to every caller', async () => {
    const client = await clientOf(revision, guardedServer().server, ann([]));

    expect((await client.ask('tools/call', { name: 'open' })).answer).toHaveProperty('result');
  });

  // Rules: 169
  test('a method receives the principal of its caller', async () => {
    const { server } = guardedServer();
    const known = await clientOf(revision, server, ann(scopes));
    const local = await clientOf(revision, server);

    const { answer } = await known.ask('tools/call', { name: 'order' });
    const { answer: here } = await local.ask('tools/call', { name: 'order' });

    expect(JSON.stringify(answer)).toContain(JSON.stringify(JSON.stringify(ann(scopes))).slice(1, -1));
    expect(JSON.stringify(here)).toContain('\\"id\\":\\"local\\"');
  });

  test('lists include guarded components, but guarded instances only for callers with the scopes', async () => {
    const { server, ran } = guardedServer();
    const stranger = await clientOf(revision, server, ann([]));
    const listed = JSON.stringify((await stranger.ask('tools/list', {})).answer);
    const resources = JSON.stringify((await stranger.ask('resources/list', {})).answer);

    expect(listed).toContain('"order"');
    expect(listed).not.toContain('orders:write');
    expect(resources).toContain('orders://all');
    expect(resources).not.toContain('order://1');
    expect(ran).not.toHaveBeenCalled();
    const friend = await clientOf(revision, server, ann(scopes));
    expect(JSON.stringify((await friend.ask('resources/list', {})).answer)).toContain('order://1');
  });
});

describe.each(revisions)('$date with a catalog that shows only allowed components', (revision) => {
  const requests = guardedRequests.filter(([method]) => revision.requests.has(method));
  const refused = requests.filter(([method]) => method !== 'subscriptions/listen');
  const lists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];

  test.each(refused)('%s %j is refused, and its scopes are not revealed', async (method, params) => {
    const { server, ran } = guardedServer({ showsOnlyAllowed: true });
    const client = await clientOf(revision, server, ann(['orders:read']));

    const { answer } = await client.ask(method, params);

    expect(answer).toHaveProperty('error');
    expect(JSON.stringify(answer)).not.toContain('orders:write');
    expect(ran).not.toHaveBeenCalled();
  });

  test('suggestions for a misspelled name do not include hidden components', async () => {
    const { server } = guardedServer({ showsOnlyAllowed: true });
    const stranger = await clientOf(revision, server, ann([]));
    const friend = await clientOf(revision, server, ann(scopes));

    expect(JSON.stringify(await friend.ask('tools/call', { name: 'ordr' }))).toContain('\\"order\\"');
    expect(JSON.stringify(await stranger.ask('tools/call', { name: 'ordr' }))).not.toContain('\\"order\\"');
  });

  test('lists are the same bytes for callers who may use the same, with a private cache scope', async () => {
    const { server } = guardedServer({ showsOnlyAllowed: true });
    const clients = [ann(['a']), { ...ann(['b']), id: 'bob' }, ann(scopes), undefined];
    const [stranger, other, friend, local] = await Promise.all(clients.map((it) => clientOf(revision, server, it)));

    for (const method of lists) {
      const { answer, outgoing } = await stranger!.ask(method, {});
      const same = await other!.ask(method, {});
      const whole = await friend!.ask(method, {});
      expect(JSON.stringify(answer)).not.toMatch(/orders?:|"order"|"review"/);
      expect(same.answer).toEqual({ ...answer, id: same.answer?.['id'] });
      expect(same.outgoing).toMatchObject({ kind: 'response' });
      expect(JSON.stringify(whole.answer)).toMatch(/orders?:|"order"|"review"/);
      expect((await local!.ask(method, {})).answer?.['result']).toEqual(whole.answer?.['result']);
      if (revision.cacheHints === 'required') expect(answer).toMatchObject({ result: { cacheScope: 'private' } });
      expect(outgoing?.kind === 'response' && outgoing.encoded?.body).toBe(
        same.outgoing?.kind === 'response' && same.outgoing.encoded?.body,
      );
    }
  });
});

test('a subscription treats a hidden resource like an unknown one, and never announces it', async () => {
  const { server, ran } = guardedServer({ showsOnlyAllowed: true, resources: [resourceOf('open://a')] });
  const { outlet, sent } = collect();
  const conversation = openConversation(server.engine, outlet, { principal: ann(['orders:read']) });
  const resourceSubscriptions = ['open://a', 'order://7', 'unknown://a'];
  const listen = requestIn(modern, 1, ['subscriptions/listen', { notifications: { resourceSubscriptions } }]);

  void conversation.receive(JSON.stringify(listen));
  await settled();
  for (const uri of resourceSubscriptions) server.source.update(uri);
  await settled();

  const uris = sent.slice(1).map(({ params }) => (params as JsonObject)['uri']);
  expect(sent[0]).toMatchObject({ params: { notifications: { resourceSubscriptions } } });
  expect(uris).toEqual(['open://a', 'unknown://a']);
  expect(ran).not.toHaveBeenCalled();
  conversation.close();
});

test.each(revisions.map((revision) => [revision.date, revision] as const))(
  'in %s, a client hears of no update while it may not read the resource',
  async (_date, revision) => {
    const open = catalogOf({ resources: [resourceOf('x://a')] });
    const guarded = catalogOf({ resources: [{ ...resourceOf('x://a'), scopes }] });
    const server = engineOf(open);
    const { outlet, sent } = collect();
    const conversation = openConversation(server.engine, outlet, { principal: ann(['orders:read']) });
    for (const message of subscribing(revision)) {
      void conversation.receive(JSON.stringify(message));
      await settled();
    }

    server.source.update('x://a');
    server.source.swap(guarded, 'resources');
    server.source.update('x://a');
    server.source.update('x://a');
    const heard = updatesIn(sent);
    server.source.swap(open, 'resources');
    server.source.update('x://a');

    await settled();
    expect(heard).toBe(1);
    expect(updatesIn(sent)).toBe(2);
    conversation.close();
  },
);

describe('isolation between callers', () => {
  const principals = { ann: ann('every'), bob: { ...ann('every'), id: 'bob' } };

  test('a task is not visible to another caller', async () => {
    const server = engineOf(catalogOf({ tools: [toolOf('job', undefined, { task: 'required' })] }));
    const client = modernClientOf({ ...server, engine: actingAs(server, principals.ann) });
    const stranger = modernClientOf({ ...server, engine: actingAs(server, principals.bob) });

    const taskId = await taskIdOf(client, { name: 'job' });

    expect(await stranger.ask('tasks/get', { taskId })).toMatchObject({ error: { code: -32602 } });
    expect(await client.ask('tasks/get', { taskId })).toHaveProperty('result');
  });

  test('a task made without a session is not visible to another caller, and its own caller can list it', async () => {
    const server = engineOf(catalogOf({ tools: [toolOf('job', undefined, { task: 'required' })] }));
    const one = await sessionOf(server, principals.ann, latestLegacy.date);
    const { result } = ((await one.ask('tools/call', { name: 'job', task: {} })) ?? {}) as {
      result?: { task: { taskId: string } };
    };
    const taskId = result?.task.taskId;
    const [own, strange] = await Promise.all(
      [principals.ann, principals.bob].map((it) => sessionOf(server, it, latestLegacy.date)),
    );

    expect(await strange?.ask('tasks/result', { taskId: taskId ?? '' })).toMatchObject({ error: { code: -32602 } });
    expect(await own?.ask('tasks/list', {})).toMatchObject({ result: { tasks: [{ taskId }] } });
  });

  test('maxTasksPerOwner limits each caller separately', async () => {
    const options = { limits: { maxTasksPerOwner: 1 } };
    const server = engineOf(catalogOf({ tools: [toolOf('job', undefined, { task: 'required' })] }), options);
    const client = modernClientOf({ ...server, engine: actingAs(server, principals.ann) });
    const other = modernClientOf({ ...server, engine: actingAs(server, principals.bob) });

    await taskIdOf(client, { name: 'job' });
    const second = await client.ask('tools/call', { name: 'job', arguments: {} });

    expect(second).toMatchObject({ error: { message: expect.stringContaining('limit maxTasksPerOwner') as string } });
    expect(await taskIdOf(other, { name: 'job' })).toEqual(expect.any(String));
  });

  // Rules: 167
  test('the state of a call between its rounds is rejected from another caller', async () => {
    const asking = toolOf('ask', async (_input, context) => {
      await context.elicit('Who?', { type: 'object', properties: { a: { type: 'string' } } }, { key: 'who' });
      return text('done');
    });
    const server = engineOf(catalogOf({ tools: [asking] }));
    const askAs = async (principal: Principal, more: JsonObject = {}) => {
      const client = modernClientOf({ ...server, engine: actingAs(server, principal) });
      return client.ask('tools/call', { name: 'ask', ...more });
    };
    const first = await askAs(principals.ann);
    const { requestState = '' } = (first?.['result'] ?? {}) as { requestState?: string };
    const answers = { requestState, inputResponses: { who: { action: 'accept', content: { a: 'x' } } } };

    expect(await askAs(principals.bob, answers)).toMatchObject({ error: { code: -32602 } });
    expect(await askAs(principals.ann, answers)).toMatchObject({ result: { content: [{ text: 'done' }] } });
  });
});

/** The same engine, with every message from this caller. */
function actingAs({ engine }: TestEngine, principal: Principal): TestEngine['engine'] {
  return {
    read: (...args) => engine.read(...args),
    serve: (incoming, outlet) => engine.serve(incoming, outlet, principal),
    openSession: (standing, negotiated) => engine.openSession(standing, negotiated, principal),
    openStreams: () => engine.openStreams(principal),
    droppedNoticeCount: 0,
    runningTaskCount: 0,
    endSubscriptions: () => engine.endSubscriptions(),
    finishTasks: (ending) => engine.finishTasks(ending),
    close: () => engine.close(),
  };
}

test('a guarded resource has a private cache scope', async () => {
  const cached = {
    ...resourceOf('orders://all'),
    definition: { uri: 'orders://all', name: 'all', cache: { ttlMs: 5_000, scope: 'public' as const } },
    scopes,
  };
  const client = await clientOf(modern, engineOf(catalogOf({ resources: [cached] })), ann(scopes));

  const { answer } = await client.ask('resources/read', { uri: 'orders://all' });

  expect(answer).toMatchObject({ result: { ttlMs: 5_000, cacheScope: 'private' } });
});

describe('a token that may not call the tool of a task', () => {
  const job = (needed: readonly string[]): PublishedTool => ({
    ...toolOf('job', async () => text('secret'), { task: 'required' }),
    scopes: needed,
  });
  const asked = ['tasks/get', 'tasks/update', 'tasks/cancel'] as const;

  test.each(asked)('is refused %s with the scopes that it lacks', async (method) => {
    const server = engineOf(catalogOf({ tools: [job(scopes)] }));
    const taskId = await taskIdOf(modernClientOf({ ...server, engine: actingAs(server, ann(scopes)) }), {
      name: 'job',
    });
    const narrow = modernClientOf({ ...server, engine: actingAs(server, ann(['orders:read'])) });

    const answer = await narrow.ask(method, { taskId });

    expect(answer).toMatchObject({ error: { data: { scopes } } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  test.each(['tasks/result', 'tasks/get', 'tasks/cancel'])('is refused %s within a session', async (method) => {
    const server = engineOf(catalogOf({ tools: [job(scopes)] }));
    const { ask } = await sessionOf(server, ann(scopes));
    const { task } = ((await ask('tools/call', { name: 'job', task: {} }))?.['result'] ?? {}) as {
      task?: { taskId: string };
    };
    const taskId = task?.taskId ?? '';
    await settled();

    const answer = await ask(method, { taskId }, ann([]));

    expect(taskId).not.toBe('');
    expect(answer).toMatchObject({ error: { data: { scopes } } });
    expect(await ask('tasks/list', {}, ann([]))).toMatchObject({ result: { tasks: [] } });
    expect(await ask('tasks/list', {})).toMatchObject({ result: { tasks: [{ taskId }] } });
    expect(await ask('tasks/result', { taskId })).toMatchObject({ result: { content: [{ text: 'secret' }] } });
  });

  test('gets the same answer as for a missing task where the server hides the tool', async () => {
    const server = engineOf({ ...catalogOf({ tools: [job(scopes)] }), showsOnlyAllowed: true });
    const taskId = await taskIdOf(modernClientOf({ ...server, engine: actingAs(server, ann(scopes)) }), {
      name: 'job',
    });
    const narrow = modernClientOf({ ...server, engine: actingAs(server, ann([])) });

    const [hidden, missing] = [
      await narrow.ask('tasks/get', { taskId }),
      await narrow.ask('tasks/get', { taskId: 'x' }),
    ];

    expect(hidden?.['error']).toEqual(missing?.['error']);
  });

  test('gets no notifications of it', async () => {
    const gated = gatedJob('required');
    const server = engineOf(catalogOf({ tools: [{ ...gated.tool, scopes }] }));
    const taskId = await taskIdOf(modernClientOf({ ...server, engine: actingAs(server, ann(scopes)) }), {
      name: 'job',
    });
    const narrow = modernClientOf({ ...server, engine: actingAs(server, ann([])) });

    void narrow.ask('subscriptions/listen', { notifications: { taskIds: [taskId] } });
    await settled();
    gated.open();
    await settled();

    expect(narrow.talk.sent).toHaveLength(1);
    expect(narrow.talk.sent[0]).toMatchObject({ params: { notifications: { taskIds: [] } } });
  });

  test.each<[string, PublishedTool[], string[], string]>([
    ['needs more scopes since a swap', [job([...scopes, 'orders:audit'])], scopes, 'orders:audit'],
    ['is gone since a swap', [], ['orders:read'], 'orders:write'],
  ])('is refused when the tool %s', async (_case, tools, held, lacking) => {
    const server = engineOf(catalogOf({ tools: [job(scopes)] }));
    const client = modernClientOf({ ...server, engine: actingAs(server, ann(scopes)) });
    const taskId = await taskIdOf(client, { name: 'job' });
    server.source.swap(catalogOf({ tools }), 'tools');
    const narrow = modernClientOf({ ...server, engine: actingAs(server, ann(held)) });

    expect(await narrow.ask('tasks/get', { taskId })).toMatchObject({
      error: { message: expect.stringContaining(lacking) as string },
    });
  });

  test('may be the token that made it, once the tool is gone', async () => {
    const server = engineOf(catalogOf({ tools: [job(scopes)] }));
    const client = modernClientOf({ ...server, engine: actingAs(server, ann(scopes)) });
    const taskId = await taskIdOf(client, { name: 'job' });

    server.source.swap(catalogOf({ tools: [] }), 'tools');

    expect(await client.ask('tasks/get', { taskId })).toMatchObject({ result: { status: 'completed' } });
  });

  test('is refused when a rule of the operator applied to a tool that is gone', async () => {
    const ruled = { ...job([]), permits: ({ claims }: Principal) => claims['team'] === 'shop' };
    const server = engineOf(catalogOf({ tools: [ruled] }));
    const client = modernClientOf({ ...server, engine: actingAs(server, ann([])) });
    const taskId = await taskIdOf(client, { name: 'job' });
    const other = modernClientOf({ ...server, engine: actingAs(server, { ...ann([]), claims: {} }) });
    const refused = { error: { message: expect.stringContaining('you may not use this') as string } };

    expect(await other.ask('tasks/get', { taskId })).toMatchObject(refused);
    expect(await client.ask('tasks/get', { taskId })).toHaveProperty('result');
    server.source.swap(catalogOf({ tools: [] }), 'tools');
    expect(await client.ask('tasks/get', { taskId })).toMatchObject(refused);
  });
});

/**
 * Opens a legacy session of one caller, whose requests may bring other tokens of the caller.
 *
 * @param negotiated the revision of a session of one request
 */
async function sessionOf({ engine }: TestEngine, opener: Principal, negotiated?: string) {
  const { outlet, sent } = collect();
  const session = engine.openSession(outlet, negotiated, opener);
  const send = (message: JsonObject, principal: Principal) =>
    session.receive(engine.read(JSON.stringify(message)) as LegacyIncoming, outlet, principal);
  if (negotiated === undefined) {
    await send(initializeOf(latestLegacy.date), opener);
    await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, opener);
  }
  let lastId = 10;
  const ask = async (method: string, params: JsonObject, principal = opener) => {
    const id = ++lastId;
    await send({ jsonrpc: '2.0', id, method, params }, principal);
    return sent.find((it) => it['id'] === id);
  };
  return { ask };
}
