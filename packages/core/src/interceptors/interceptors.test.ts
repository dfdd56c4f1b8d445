import { describe, expect, test } from 'vitest';
import { buildCatalog } from '../catalog/build-catalog.js';
import type { Catalog, PublishedPrompt, PublishedResource, PublishedTool, ToolResult } from '../catalog/catalog.js';
import { idleContext } from '../catalog/catalog.test-support.js';
import { derive } from '../catalog/derive.js';
import {
  codeOf,
  collect,
  engineOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  settled,
  talkIn,
  talkTo,
  type TestEngine,
} from '../engine/engine.test-support.js';
import type { CallObserver, ObservedCall } from '../calls/call-observer.js';
import { runForResource } from '../calls/run-method.js';
import type { Extension } from '../extensions/extension.js';
import { steppedClock } from '../model/clock.test-support.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Intercept, Interceptor } from './interceptor.js';

const forget: PublishedTool = {
  definition: { name: 'notes_forget', inputSchema: { type: 'object' } },
  run: async ({ id = null }) => ({
    kind: 'result',
    content: [{ type: 'text', text: JSON.stringify({ forgot: id }) }],
    structuredJson: JSON.stringify({ forgot: id }),
    isError: false,
  }),
};
const note: PublishedResource = {
  definition: { uri: 'note://1', name: 'one' },
  read: async (uri) => ({ kind: 'result', contents: [{ uri, text: 'call 555-0100' }] }),
};
const plan: PublishedPrompt = {
  definition: { name: 'plan' },
  get: async ({ day = '' }) => ({
    kind: 'result',
    messages: [{ role: 'user', content: { type: 'text', text: `plan ${String(day)}` } }],
  }),
};

function notes(tool = forget): Catalog {
  return buildCatalog({ tools: [tool], resources: [note], resourceTemplates: [], prompts: [plan] });
}

function serverOf(interceptors: readonly (Intercept | Interceptor)[], options = {}, catalog = notes()): TestEngine {
  const named = interceptors.map((it, at) => (typeof it === 'function' ? { name: `guard-${at}`, intercept: it } : it));
  return engineOf(catalog, { interceptors: () => named, ...options });
}

const requests: readonly [string, JsonObject][] = [
  ['tools/call', { name: 'notes_forget', arguments: { id: 1 } }],
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/read', { uri: 'note://1' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'plan', arguments: { day: 'Monday' } }],
];

describe.each(revisions)('$date', (revision) => {
  test.each(requests)('%s passes through the interceptors, the first one outermost', async (method, params) => {
    const order: string[] = [];
    const pass =
      (name: string): Intercept =>
      async (request, next) => {
        order.push(`${name} ${request.method}`);
        const answer = await next();
        order.push(`${name} after`);
        return answer;
      };
    const talk = await talkIn(revision, serverOf([pass('outer'), pass('inner')]));

    const answer = await talk.request(requestIn(revision, 1, [method, params]));

    expect(resultIn(answer)).toBeDefined();
    expect(order).toEqual([`outer ${method}`, `inner ${method}`, 'inner after', 'outer after']);
  });

  test.each(requests)('%s is refused with the reason of an interceptor', async (method, params) => {
    const talk = await talkIn(revision, serverOf([(request) => request.refuse('not on Sundays')]));

    const answer = await talk.request(requestIn(revision, 1, [method, params]));

    expect(JSON.stringify(answer)).toContain('not on Sundays');
    if (method === 'tools/call') expect(resultIn(answer)['isError']).toBe(true);
    else expect(codeOf(answer)).toBe(-32602);
  });

  test.each(requests)('%s is stopped where an interceptor fails', async (method, params) => {
    const server = serverOf([() => Promise.reject(new Error('the policy file is gone'))]);
    const talk = await talkIn(revision, server);

    const answer = await talk.request(requestIn(revision, 1, [method, params]));

    expect(codeOf(answer)).toBe(-32603);
    expect(JSON.stringify(answer)).not.toContain('policy file');
    expect(server.faults).toMatchObject([{ during: 'interceptor "guard-0"' }]);
  });

  test('a request that its interceptor does not pass on is answered by the interceptor', async () => {
    const talk = await talkIn(revision, serverOf([() => ({ content: [{ type: 'text', text: 'cached' }] })]));

    const answer = await talk.request(requestIn(revision, 1, requests[0] as [string, JsonObject]));

    expect(resultIn(answer)).toMatchObject({ content: [{ type: 'text', text: 'cached' }], isError: false });
  });

  test('changed arguments reach the tool, and a changed result the client', async () => {
    const change: Intercept = async (_request, next) => {
      const answer = await next({ arguments: { id: 7 } });
      answer.value['content'] = [{ type: 'text', text: JSON.stringify(answer.value['content']).replace('7', 'seven') }];
      return answer;
    };
    const talk = await talkIn(revision, serverOf([change]));

    const answer = await talk.request(requestIn(revision, 1, requests[0] as [string, JsonObject]));

    expect(JSON.stringify(resultIn(answer))).toContain('seven');
  });

  test('params changed in place take effect', async () => {
    const change: Intercept = (request, next) => {
      (request.params['arguments'] as Record<string, unknown>)['day'] = 'Friday';
      return next();
    };
    const talk = await talkIn(revision, serverOf([change]));

    const answer = await talk.request(
      requestIn(revision, 1, ['prompts/get', { name: 'plan', arguments: { day: 'x' } }]),
    );

    expect(JSON.stringify(answer)).toContain('plan Friday');
  });

  test.each([
    ['nothing', undefined],
    ['a text', 'fine'],
    ['a result without content', {}],
    ['a block of no kind', { content: [{ text: 'x' }] }],
  ])('a tool call is stopped where its interceptor returns %s', async (_name, returned) => {
    // The types forbid it; a module in JavaScript may still return it.
    const talk = await talkIn(revision, serverOf([() => returned as unknown as JsonObject]));

    expect(codeOf(await talk.request(requestIn(revision, 1, requests[0] as [string, JsonObject])))).toBe(-32603);
  });

  test('a list is stopped where its interceptor returns a copy of the answer without its members', async () => {
    const talk = await talkIn(revision, serverOf([async (_request, next) => ({ ...(await next()) }) as JsonObject]));

    expect(codeOf(await talk.request(requestIn(revision, 1, ['tools/list'])))).toBe(-32603);
  });

  test('a second call of next stops the request', async () => {
    const twice: Intercept = async (_request, next) => {
      await next();
      return next();
    };
    const talk = await talkIn(revision, serverOf([twice]));

    expect(codeOf(await talk.request(requestIn(revision, 1, requests[0] as [string, JsonObject])))).toBe(-32603);
  });

  test('the handshake and pings have no interceptors', async () => {
    const talk = await talkIn(revision, serverOf([(request) => request.refuse('never')]));
    if (revision.era === 'modern') return;

    expect(resultIn(await talk.request(requestIn(revision, 1, ['ping'])))).toEqual({});
    expect(resultIn(await talk.request(requestIn(revision, 2, ['logging/setLevel', { level: 'info' }])))).toEqual({});
  });
});

test('a subscription of a session is refused', async () => {
  const live = { ...note, announcesUpdates: true };
  const catalog = buildCatalog({ tools: [], resources: [live], resourceTemplates: [], prompts: [] });
  const open = await talkIn(latestLegacy, serverOf([(_request, next) => next()], {}, catalog));
  const closed = await talkIn(latestLegacy, serverOf([(request) => request.refuse('not yours')], {}, catalog));
  const subscribe = requestIn(latestLegacy, 1, ['resources/subscribe', { uri: 'note://1' }]);

  expect(resultIn(await open.request(subscribe))).toEqual({});
  expect(JSON.stringify(await closed.request(subscribe))).toContain('not yours');
});

test('a modern subscription is narrowed by changed params, and refused', async () => {
  const listen = requestIn(modern, 's', [
    'subscriptions/listen',
    { notifications: { toolsListChanged: true, promptsListChanged: true } },
  ]);
  const narrowed = talkTo(serverOf([(_request, next) => next({ notifications: { promptsListChanged: true } })]));
  const refused = talkTo(serverOf([(request) => request.refuse('not yours')]));

  void narrowed.send(listen);
  const answer = await refused.request(listen);

  await expect.poll(() => narrowed.sent[0]).toMatchObject({ params: { notifications: { promptsListChanged: true } } });
  expect(JSON.stringify(narrowed.sent[0])).not.toContain('toolsListChanged');
  expect(JSON.stringify(answer)).toContain('not yours');
  narrowed.close();
});

test('a reader of events gets the result that interceptors made of it', async () => {
  const { engine } = serverOf([
    async (request, next) => {
      const answer = await next({ arguments: { id: 2 } });
      answer.value['structuredContent'] = { forgot: `${request.name}` };
      return answer;
    },
  ]);
  const events: unknown[] = [];
  const reader = { deliver: async (event: unknown) => void events.push(event), refuse: async () => undefined };

  await engine.openStreams().start({ method: 'notes_forget', params: { id: 1 } }, reader).done;

  expect(events.at(-1)).toEqual({ type: 'complete', result: { forgot: 'notes_forget' } });
});

test('an interceptor sees the name in the list, and the name that the plugin gave', async () => {
  const seen: unknown[] = [];
  const renamed = derive(forget, { definition: { ...forget.definition, name: 'all.forget' } });
  const look: Intercept = (request, next) => {
    seen.push([request.server, request.name, request.originalName]);
    return next();
  };
  const talk = talkTo(serverOf([look], {}, notes(renamed)));

  await talk.request(requestIn(modern, 1, ['tools/call', { name: 'all_forget', arguments: {} }]));
  await talk.request(requestIn(modern, 2, ['resources/read', { uri: 'note://1' }]));
  await talk.request(requestIn(modern, 3, ['tools/list']));

  expect(seen).toEqual([
    ['sky', 'all.forget', 'notes_forget'],
    ['sky', 'note://1', 'note://1'],
    ['sky', undefined, undefined],
  ]);
});

test('an interceptor runs only for its methods and servers', async () => {
  const seen: string[] = [];
  const look = (more: Partial<Interceptor>, name: string): Interceptor => ({
    name,
    ...more,
    intercept: (request, next) => {
      seen.push(`${name} ${request.method}`);
      return next();
    },
  });
  const talk = talkTo(
    serverOf([
      look({ methods: ['tools/*'] }, 'tools'),
      look({ servers: ['sea'] }, 'sea'),
      look({ servers: ['s*'] }, 's'),
    ]),
  );

  for (const [at, asked] of requests.slice(0, 4).entries())
    await talk.request(requestIn(modern, at, asked as [string, JsonObject]));

  expect(seen).toEqual([
    'tools tools/call',
    's tools/call',
    'tools tools/list',
    's tools/list',
    's resources/list',
    's resources/read',
  ]);
});

test('interceptors that were loaded again apply to the next request', async () => {
  let all: readonly Interceptor[] = [{ name: 'old', intercept: (request) => request.refuse('old rules') }];
  const talk = talkTo(engineOf(notes(), { interceptors: () => all }));

  const before = await talk.request(requestIn(modern, 1, ['tools/list']));
  all = [{ name: 'new', intercept: (request) => request.refuse('new rules') }];
  const after = await talk.request(requestIn(modern, 2, ['tools/list']));

  expect(JSON.stringify([before, after])).toMatch(/old rules.*new rules/);
});

test('an interceptor that takes too long stops the request, and what it does later has no effect', async () => {
  const clock = steppedClock();
  let runs = 0;
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const run = async (): Promise<ToolResult> => {
    runs++;
    return { kind: 'result', content: [], isError: false };
  };
  const late: Intercept = async (_request, next) => {
    await waiting;
    return next();
  };
  const server = serverOf([late], { clock, limits: { interceptorTimeoutMs: 50 } }, notes({ ...forget, run }));
  const talk = talkTo(server);

  const answering = talk.request(requestIn(modern, 1, requests[0] as [string, JsonObject]));
  await settled();
  clock.advance(51);
  const answer = await answering;
  goOn();
  await settled();

  expect(codeOf(answer)).toBe(-32603);
  expect(String(server.faults[0]?.error)).toContain('interceptorTimeoutMs');
  expect(runs).toBe(0);
});

test('the time of the request itself does not count as that of its interceptor', async () => {
  const clock = steppedClock();
  let finish = (_result: ToolResult): void => undefined;
  const slow = { ...forget, run: () => new Promise<ToolResult>((resolve) => (finish = resolve)) };
  const server = serverOf(
    [async (_request, next) => next()],
    { clock, limits: { interceptorTimeoutMs: 50 } },
    notes(slow),
  );
  const talk = talkTo(server);

  const answering = talk.request(requestIn(modern, 1, requests[0] as [string, JsonObject]));
  await settled();
  clock.advance(500);
  finish({ kind: 'result', content: [], isError: false });

  expect(resultIn(await answering)).toMatchObject({ isError: false });
});

test('a question to the client passes through, and the next round too', async () => {
  const asking: PublishedTool = {
    ...forget,
    run: async (_input, context) => {
      const answer = await context.elicit('Sure?', { type: 'object', properties: {} });
      return { kind: 'result', content: [{ type: 'text', text: answer.action }], isError: false };
    },
  };
  const talk = talkTo(serverOf([async (_request, next) => next({ arguments: { changed: true } })], {}, notes(asking)));
  const _meta = { [metaKeys.clientCapabilities]: { elicitation: {} } };
  const params = { name: 'notes_forget', arguments: { id: 1 }, _meta };

  const { inputRequests, requestState } = resultIn(await talk.request(requestIn(modern, 1, ['tools/call', params])));
  const [key] = Object.keys(inputRequests as JsonObject);
  const inputResponses = { [key!]: { action: 'accept', content: {} } };
  const again = { ...params, inputResponses, requestState: requestState! };
  const answer = await talk.request(requestIn(modern, 2, ['tools/call', again]));

  expect(resultIn(answer)).toMatchObject({ content: [{ text: 'accept' }] });
});

test('fields for the audit trail are there when the call ends', async () => {
  const ended: unknown[] = [];
  const observer: CallObserver = {
    began: (call: ObservedCall) => ({ ended: () => void ended.push(call.auditNotes) }),
  };
  const note: Intercept = (request, next) => {
    request.audit({ rule: 7 });
    return next();
  };
  const talk = talkTo(serverOf([note], { observer }));

  await talk.request(requestIn(modern, 1, requests[0] as [string, JsonObject]));

  expect(ended).toEqual([{ 'guard-0': { rule: 7 } }]);
});

test('an interceptor cannot turn a call into that of another tool', async () => {
  const talk = talkTo(serverOf([(_request, next) => next({ name: 'other' })]));

  expect(codeOf(await talk.request(requestIn(modern, 1, requests[0] as [string, JsonObject])))).toBe(-32603);
});

test.each<[string, Intercept]>([
  ['throws undefined', () => Promise.reject(undefined as unknown as Error)],
  ['throws null', () => Promise.reject(null as unknown as Error)],
  ['passes arguments that are no object on', (_request, next) => next({ arguments: null })],
  ['passes the name of another tool on', (_request, next) => next({ name: 'other' })],
])('an interceptor that %s is named as the one that failed', async (_what, intercept) => {
  const talk = talkTo(serverOf([async (_request, next) => next(), intercept]));

  const answer = await talk.request(requestIn(modern, 1, requests[0] as [string, JsonObject]));

  expect(JSON.stringify(answer)).toContain('the interceptor \\"guard-1\\" of this server failed');
});

test('a refusal without a reason says that the server refuses', async () => {
  // The types forbid it; a module in JavaScript may still do it.
  const talk = talkTo(serverOf([(request) => request.refuse(undefined as unknown as string)]));

  const answer = await talk.request(requestIn(modern, 1, ['tools/list']));

  expect(JSON.stringify(answer)).toContain('"this server refuses the request"');
});

test('the metadata of a request stay those of its client', async () => {
  let seen: JsonObject = {};
  const catalog = buildCatalog({
    ...{ tools: [], resources: [], resourceTemplates: [] },
    prompts: [
      {
        ...plan,
        get: (input, context) => {
          seen = context.meta;
          return plan.get(input, context);
        },
      },
    ],
  });
  const talk = talkTo(serverOf([(_request, next) => next({ _meta: { forged: true } })], {}, catalog));

  await talk.request(requestIn(modern, 1, ['prompts/get', { name: 'plan', _meta: { traceparent: 'here' } }]));

  expect(seen).toMatchObject({ traceparent: 'here' });
  expect(seen).not.toHaveProperty('forged');
});

test('a list that an interceptor changed is not shared between callers', async () => {
  const catalog = notes();
  const talk = talkTo(
    serverOf([async (_request, next) => ({ ...(await next()).value, tools: [] }) as JsonObject], {}, catalog),
  );

  expect(resultIn(await talk.request(requestIn(modern, 1, ['tools/list'])))).toMatchObject({
    tools: [],
    cacheScope: 'private',
  });
});

test('a result of another server keeps its members', async () => {
  const members = new Map([
    ['content', '[{"type":"hologram","depth":3}]'],
    ['novel', '{"kept":true}'],
  ]);
  const remote: PublishedTool = {
    ...forget,
    run: async () => ({ kind: 'result', content: [], isError: false, wire: members }),
  };
  const look: Intercept = async (_request, next) => {
    const answer = await next();
    answer.value['extra'] = 1;
    return answer;
  };
  const { outlet, sent } = collect();
  const { engine } = serverOf([look], {}, notes(remote));
  const incoming = engine.read(JSON.stringify(requestIn(modern, 1, requests[0] as [string, JsonObject])));
  if (incoming.kind !== 'modern') throw new Error('expected a modern message');

  await engine.serve(incoming, outlet).done;

  expect(resultIn(sent[0])).toMatchObject({
    content: [{ type: 'hologram', depth: 3 }],
    novel: { kept: true },
    extra: 1,
  });
});

describe('a result that an interceptor makes', () => {
  const made = async (
    method: string,
    params: JsonObject,
    result: JsonObject,
    options = {},
  ): Promise<JsonObject | undefined> =>
    (await talkIn(modern, serverOf([() => result], options))).request(requestIn(modern, 1, [method, params]));

  test.each<[string, JsonObject, JsonObject]>([
    ['tools/list', {}, { tools: [] }],
    ['prompts/list', {}, { prompts: [] }],
    ['resources/list', {}, { resources: [] }],
    ['resources/templates/list', {}, { resourceTemplates: [] }],
    ['resources/read', { uri: 'note://1' }, { contents: [{ uri: 'note://1', text: 'hidden' }] }],
  ])('of %s has the cache hints that its revision needs', async (method, params, result) => {
    const hints = { ttlMs: 0, cacheScope: 'private' };

    expect(resultIn(await made(method, params, result))).toMatchObject({ ...result, ...hints, resultType: 'complete' });
    expect(resultIn(await made(method, params, { ...result, ttlMs: 9 }))).toMatchObject({ ...hints, ttlMs: 9 });
  });

  test('has no cache hints in a revision without them', async () => {
    const talk = await talkIn(latestLegacy, serverOf([() => ({ tools: [] })]));

    expect(resultIn(await talk.request(requestIn(latestLegacy, 1, ['tools/list'])))).toEqual({ tools: [] });
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['tools/list', {}, {}],
    ['tools/list', {}, { tools: null }],
    ['resources/read', { uri: 'note://1' }, { content: [] }],
    ['prompts/get', { name: 'plan' }, { description: 'empty' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'plan' }, argument: { name: 'day', value: '' } }, {}],
  ])('stops %s if it lacks what the method answers', async (method, params, result) => {
    expect(codeOf(await made(method, params, result))).toBe(-32603);
  });

  test('has its type once', async () => {
    const raw: string[] = [];
    const relayed = {
      ...forget,
      run: async () => ({ ...(await forget.run({}, idleContext())), wire: new Map([['content', '[]']]) }),
    };
    const typed: Intercept = async (_request, next) =>
      ({ ...(await next()).value, resultType: 'complete' }) as JsonObject;
    for (const [server, asked] of [
      [serverOf([typed]), ['tools/list', {}]],
      [serverOf([typed], {}, notes(relayed as PublishedTool)), requests[0]],
    ] as const) {
      const { outlet, outgoing } = collect();
      const incoming = server.engine.read(JSON.stringify(requestIn(modern, 1, asked as [string, JsonObject])));
      if (incoming.kind !== 'modern') throw new Error('expected a modern message');
      await server.engine.serve(incoming, outlet).done;
      raw.push(...outgoing.map(({ json }) => json));
    }

    expect(raw.map((json) => json.split('"resultType"').length - 1)).toEqual([1, 1]);
  });

  test('may be the empty one of a method that answers nothing', async () => {
    const extensions: Extension[] = [{ id: 'a.b/c', clients: 'all', methods: { 'c/do': { run: () => ({}) } } }];
    const look: Intercept = async (_request, next) => (await next()).value as JsonObject;
    const talk = talkTo(serverOf([look], { extensions }));

    expect(resultIn(await talk.request(requestIn(modern, 1, ['c/do'])))).toMatchObject({ resultType: 'complete' });
  });
});

test('fields for the audit trail are kept as the JSON that they were', async () => {
  const ended: unknown[] = [];
  const observer: CallObserver = {
    began: (call: ObservedCall) => ({ ended: () => void ended.push(call.auditNotes) }),
  };
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const noteOf = (fields: object, later: () => void): Intercept => {
    return (request, next) => {
      request.audit(fields as JsonObject);
      later();
      return next();
    };
  };
  const found = { when: new Date(0), list: [1] };
  const talk = talkTo(
    serverOf([noteOf(found, () => found.list.push(2)), noteOf(circle, () => undefined)], { observer }),
  );

  await talk.request(requestIn(modern, 1, ['tools/list']));

  expect(ended).toEqual([
    { 'guard-0': { when: '1970-01-01T00:00:00.000Z', list: [1] }, 'guard-1': { unreadable: true } },
  ]);
});

test('a tool whose answer is read as a resource passes through the interceptors of calls', async () => {
  const seen: unknown[] = [];
  const readable: PublishedResource = {
    definition: { uri: 'answer://forget', name: 'answer' },
    async read(uri, context) {
      const run = async (input: JsonObject): Promise<ToolResult> => (await forget.run(input, context)) as ToolResult; // it refuses nothing
      const { content } = await runForResource(context, { tool: forget, input: { id: 1 } }, run);
      return { kind: 'result', contents: [{ uri, text: JSON.stringify(content) }] };
    },
  };
  const guard: Interceptor = {
    name: 'guard',
    methods: ['tools/call'],
    async intercept(request, next) {
      seen.push([request.method, request.name, request.params['arguments']]);
      const answer = await next({ arguments: { id: 2 } });
      return JSON.parse(JSON.stringify(answer.value).replace('2', 'two')) as JsonObject;
    },
  };
  const catalog = buildCatalog({ tools: [forget], resources: [readable], resourceTemplates: [], prompts: [] });
  const talk = talkTo(serverOf([guard], {}, catalog));

  const answer = await talk.request(requestIn(modern, 1, ['resources/read', { uri: 'answer://forget' }]));

  expect(seen).toEqual([['tools/call', 'notes_forget', { id: 1 }]]);
  expect(JSON.stringify(answer)).toContain('two');
});
