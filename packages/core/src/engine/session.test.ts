import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, resourceOf, text, toolOf, toolThatNeedsCity } from '../catalog/catalog.test-support.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { protocolFacts } from '../revisions/protocol-facts.test-support.js';
import {
  callIn,
  codeOf,
  collect,
  deferred,
  engineOf,
  initializeOf,
  latestLegacy,
  legacyRevisions,
  requestIn,
  resultIn,
  settled,
  talkIn,
  talkTo,
} from './engine.test-support.js';

const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** A tool that runs until it is released, and reports when it began. */
function gatedTool() {
  const began = deferred<AbortSignal>();
  const gate = deferred();
  const tool = toolOf('gated', async (_input, context) => {
    began.resolve(context.signal);
    await gate.promise;
    return text('went on');
  });
  return { tool, began: began.promise, open: () => gate.resolve() };
}

describe.each(legacyRevisions)('$date', (revision) => {
  const facts = protocolFacts(revision);

  test('a request before the handshake is refused', async () => {
    const talk = talkTo(engineOf());

    expect(codeOf(await talk.request(requestIn(revision, 1, ['tools/list'])))).toBe(-32600);
  });

  test('a ping is answered at any time', async () => {
    const talk = talkTo(engineOf());
    const ping = requestIn(revision, 1, ['ping']);

    expect(resultIn(await talk.request(ping))).toEqual({});
    await talk.send(initializeOf(revision.date));
    expect(resultIn(await talk.request({ ...ping, id: 2 }))).toEqual({});
  });

  test('requests are served as soon as a version is agreed on', async () => {
    const talk = talkTo(engineOf());
    await talk.send(initializeOf(revision.date));

    expect(resultIn(await talk.request(requestIn(revision, 1, ['tools/list'])))).toEqual({ tools: [] });
  });

  test('a second handshake is refused, and changes nothing', async () => {
    const talk = await talkIn(revision, engineOf());

    const refused = await talk.request(initializeOf(latestLegacy.date, 2));
    const listed = await talk.request(requestIn(revision, 3, ['tools/list']));

    expect(codeOf(refused)).toBe(-32600);
    expect(resultIn(listed)).toEqual({ tools: [] });
  });

  test('a handshake that failed may be tried again', async () => {
    const talk = talkTo(engineOf());

    const refused = await talk.request({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    const agreed = await talk.request(initializeOf(revision.date, 2));

    expect(codeOf(refused)).toBe(-32602);
    expect(resultIn(agreed)).toMatchObject({ protocolVersion: revision.date });
  });

  test.each<[string, number]>([
    ['no/such', -32601],
    ['__proto__', -32601],
    ['constructor', -32601],
    ['server/discover', -32602],
  ])('the method %s is refused', async (method, code) => {
    const talk = await talkIn(revision, engineOf());

    expect(codeOf(await talk.request(requestIn(revision, 1, [method])))).toBe(code);
  });

  test('an unknown resource has the error code of the revision', async () => {
    const talk = await talkIn(revision, engineOf());

    const answer = await talk.request(requestIn(revision, 1, ['resources/read', { uri: 'x://a' }]));

    expect(answer).toMatchObject({ error: { code: facts.resourceNotFound, data: { uri: 'x://a' } } });
  });

  test('invalid arguments are answered as the revision requires', async () => {
    const talk = await talkIn(revision, engineOf(catalogOf({ tools: [toolThatNeedsCity()] })));

    const answer = await talk.request(callIn(revision, 1, { name: 'forecast', arguments: {} }));

    if (facts.badArguments === 'protocol-error') expect(codeOf(answer)).toBe(-32602);
    else expect(resultIn(answer)).toMatchObject({ isError: true });
  });

  test('results have no members of the modern era', async () => {
    const catalog = catalogOf({ tools: [toolOf('a')], resources: [resourceOf('x://a')], prompts: [promptOf('p')] });
    const talk = await talkIn(revision, engineOf(catalog));

    for (const [id, request] of [
      callIn(revision, 1, { name: 'a' }),
      requestIn(revision, 2, ['tools/list']),
      requestIn(revision, 3, ['resources/read', { uri: 'x://a' }]),
      requestIn(revision, 4, ['prompts/get', { name: 'p' }]),
    ].entries()) {
      const answer = JSON.stringify(resultIn(await talk.request({ ...request, id })));
      expect(answer).not.toMatch(/resultType|ttlMs|cacheScope|io\.modelcontextprotocol/);
    }
  });

  test('what has no readable id is answered without an id, or with the id null if the schema demands one', async () => {
    const talk = await talkIn(revision, engineOf());

    await talk.send('{"jsonrpc":');
    await talk.send('{"jsonrpc":"2.0","id":{},"method":"ping"}');
    await talk.send('{"jsonrpc":"2.0"}');

    const ids = facts.errorWithoutId === 'no-id' ? [undefined, undefined, undefined] : [null, null, null];
    expect(talk.sent.map(codeOf)).toEqual([-32700, -32600, -32600]);
    expect(talk.sent.map((it) => it['id'])).toEqual(ids);
  });
});

describe('ids', () => {
  test.each<JsonValue>([0, -1, 7, '', '7', '__proto__', 'constructor', '\u2028'])(
    '%j is returned in its type',
    async (id) => {
      const talk = await talkIn(latestLegacy, engineOf());

      await talk.send(requestIn(latestLegacy, id, ['ping']));

      expect(talk.sent).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
    },
  );

  test('1 and "1" are two requests', async () => {
    const { tool, open } = gatedTool();
    const talk = await talkIn(latestLegacy, engineOf(catalogOf({ tools: [tool] })));

    const both = [
      talk.send(callIn(latestLegacy, 1, { name: 'gated' })),
      talk.send(callIn(latestLegacy, '1', { name: 'gated' })),
    ];
    open();
    await Promise.all(both);

    expect(talk.sent.map(({ id }) => id)).toEqual([1, '1']);
    expect(talk.sent.map(codeOf)).toEqual([undefined, undefined]);
  });

  test('the id of a request in flight cannot be used again, and the first is not disturbed', async () => {
    const { tool, open, began } = gatedTool();
    const talk = await talkIn(latestLegacy, engineOf(catalogOf({ tools: [tool] })));

    const first = talk.send(callIn(latestLegacy, 1, { name: 'gated' }));
    await began;
    await talk.send(callIn(latestLegacy, 1, { name: 'gated' }));
    expect(talk.sent.map(codeOf)).toEqual([-32600]);
    open();
    await first;

    expect(resultIn(talk.sent[1])).toMatchObject({ content: [{ text: 'went on' }] });
  });

  test('an id may be used again when its request was answered', async () => {
    const talk = await talkIn(latestLegacy, engineOf());

    await talk.send(requestIn(latestLegacy, 1, ['ping']));
    await talk.send(requestIn(latestLegacy, 1, ['ping']));

    expect(talk.sent.map(codeOf)).toEqual([undefined, undefined]);
  });

  test('equal ids of two clients do not interfere', async () => {
    const { tool, open } = gatedTool();
    const server = engineOf(catalogOf({ tools: [tool, toolOf('fast')] }));
    const [slow, fast] = [await talkIn(latestLegacy, server), await talkIn(latestLegacy, server)];

    const waiting = slow.send(callIn(latestLegacy, 1, { name: 'gated' }));
    await fast.send(callIn(latestLegacy, 1, { name: 'fast' }));
    expect([slow.sent.length, fast.sent.length]).toEqual([0, 1]);
    open();
    await waiting;

    expect(resultIn(slow.sent[0])).toMatchObject({ content: [{ text: 'went on' }] });
  });
});

describe('cancellation', () => {
  const cancel = (requestId: JsonValue) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });

  test('aborts the call, which is never answered', async () => {
    const { tool, began, open } = gatedTool();
    const talk = await talkIn(latestLegacy, engineOf(catalogOf({ tools: [tool] })));

    const call = talk.send(callIn(latestLegacy, 1, { name: 'gated' }));
    const signal = await began;
    await talk.send(cancel(1));
    open();
    await call;
    await settled();

    expect(signal.aborted).toBe(true);
    expect(talk.sent).toEqual([]);
  });

  test.each<JsonValue>(['1', 2, null, {}, 1.5, '__proto__'])(
    'of %j does nothing to the request 1',
    async (requestId) => {
      const { tool, began, open } = gatedTool();
      const talk = await talkIn(latestLegacy, engineOf(catalogOf({ tools: [tool] })));

      const call = talk.send(callIn(latestLegacy, 1, { name: 'gated' }));
      const signal = await began;
      await talk.send(cancel(requestId));
      expect(signal.aborted).toBe(false);
      open();
      await call;

      expect(resultIn(talk.sent[0])).toMatchObject({ isError: false });
    },
  );

  test('of an answered request is ignored', async () => {
    const talk = await talkIn(latestLegacy, engineOf());

    await talk.send(requestIn(latestLegacy, 1, ['ping']));
    await talk.send(cancel(1));

    expect(talk.sent).toHaveLength(1);
  });

  test('frees the id', async () => {
    const { tool, began } = gatedTool();
    const talk = await talkIn(latestLegacy, engineOf(catalogOf({ tools: [tool] })));

    const call = talk.send(callIn(latestLegacy, 1, { name: 'gated' }));
    await began;
    await talk.send(cancel(1));
    await call;

    expect(resultIn(await talk.request(requestIn(latestLegacy, 1, ['ping'])))).toEqual({});
  });
});

describe('list changes', () => {
  test('are notified once the client is ready, with one notification per list', async () => {
    const server = engineOf();
    const talk = talkTo(server);

    await talk.send(initializeOf(latestLegacy.date));
    server.source.swap(catalogOf(), 'tools');
    await talk.send(initialized);
    server.source.swap(catalogOf(), 'tools', 'prompts', 'resources');

    expect(talk.sent.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
    ]);
  });

  test('appear in the next list', async () => {
    const server = engineOf(catalogOf({ tools: [toolOf('old')] }));
    const talk = await talkIn(latestLegacy, server);
    const listTools = async (id: number) =>
      resultIn(await talk.request(requestIn(latestLegacy, id, ['tools/list'])))['tools'];

    expect(await listTools(1)).toMatchObject([{ name: 'old' }]);
    server.source.swap(catalogOf({ tools: [toolOf('new')] }), 'tools');

    expect(await listTools(2)).toMatchObject([{ name: 'new' }]);
  });

  test('do not affect a running call', async () => {
    const { tool, began, open } = gatedTool();
    const server = engineOf(catalogOf({ tools: [tool] }));
    const talk = await talkIn(latestLegacy, server);

    const call = talk.request(callIn(latestLegacy, 1, { name: 'gated' }));
    await began;
    server.source.swap(catalogOf(), 'tools');
    open();

    expect(resultIn(await call)).toMatchObject({ content: [{ text: 'went on' }] });
  });
});

describe('closing a session', () => {
  test('aborts running calls, sends no answer and removes its listeners', async () => {
    const { tool, began, open } = gatedTool();
    const server = engineOf(catalogOf({ tools: [tool] }));
    const talk = await talkIn(latestLegacy, server);

    const call = talk.send(callIn(latestLegacy, 1, { name: 'gated' }));
    const signal = await began;
    talk.close();
    talk.close();
    open();
    await call;
    server.source.swap(catalogOf(), 'tools');

    expect(signal.aborted).toBe(true);
    expect(talk.sent).toEqual([]);
    expect(server.source.listeners).toBe(0);
  });

  test('rejects later requests', async () => {
    const talk = await talkIn(latestLegacy, engineOf());

    talk.close();

    expect(codeOf(await talk.request(requestIn(latestLegacy, 1, ['ping'])))).toBe(-32600);
  });
});

test('a session can be opened with a negotiated version, without a handshake', async () => {
  const { engine } = engineOf();
  const { outlet, sent } = collect();
  const session = engine.openSession(outlet, legacyRevisions[0]!.date);
  const incoming = engine.read(JSON.stringify(requestIn(latestLegacy, 1, ['tools/list'])));
  if (incoming.kind !== 'legacy') throw new Error(`expected a legacy message, got ${incoming.kind}`);

  await session.receive(incoming, outlet);

  expect(session.revision).toBe(legacyRevisions[0]);
  expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { tools: [] } }]);
});

test('answers go to the outlet of their request, and notifications to the standing outlet', async () => {
  const { engine, source } = engineOf();
  const [standing, own] = [collect(), collect()];
  const session = engine.openSession(standing.outlet);
  const receive = async (message: JsonObject) => {
    const incoming = engine.read(JSON.stringify(message));
    if (incoming.kind !== 'legacy') throw new Error(`expected a legacy message, got ${incoming.kind}`);
    await session.receive(incoming, own.outlet);
  };
  await receive(initializeOf(latestLegacy.date));
  await receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
  own.sent.length = 0;

  await receive(requestIn(latestLegacy, 1, ['ping']));
  source.swap(catalogOf(), 'tools');

  expect(own.sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  expect(standing.sent).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }]);
});

test('a session of one request gets no list changes, and its call stops when the engine closes', async () => {
  const { engine, source } = engineOf(catalogOf({ tools: [toolOf('slow', () => new Promise(() => undefined))] }));
  const [standing, own] = [collect(), collect()];
  const session = engine.openSession(standing.outlet, latestLegacy.date);
  const incoming = engine.read(JSON.stringify(requestIn(latestLegacy, 1, ['tools/call', { name: 'slow' }])));
  if (incoming.kind !== 'legacy') throw new Error(`expected a legacy message, got ${incoming.kind}`);

  const answered = session.receive(incoming, own.outlet);
  source.swap(catalogOf(), 'tools');
  engine.close();
  await answered;

  const content = [{ type: 'text', text: 'tool "slow" was stopped: the server is closing' }];
  expect(standing.sent).toEqual([]);
  expect(own.sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { content, isError: true } }]);
});
