import { describe, expect, test } from 'vitest';
import { catalogOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import {
  callIn,
  codeOf,
  deferred,
  engineOf,
  envelopeOf,
  initializeOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  settled,
  talkIn,
  talkTo,
  type Talk,
  type TestEngine,
} from './engine.test-support.js';

/** A server whose only tool runs until it is released. */
function gatedServer() {
  const began = deferred<AbortSignal>();
  const gate = deferred();
  const tool = toolOf('gated', async (_input, context) => {
    began.resolve(context.signal);
    await gate.promise;
    await context.reportProgress(1);
    return text('went on');
  });
  const server: TestEngine = engineOf(catalogOf({ tools: [tool] }));
  return { server, talk: talkTo(server), began: began.promise, open: () => gate.resolve() };
}

function cancelled(requestId: JsonValue, _meta?: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: _meta ? { requestId, _meta } : { requestId } };
}

function listen(id: JsonValue): JsonObject {
  return requestIn(modern, id, ['subscriptions/listen', { notifications: { toolsListChanged: true } }]);
}

async function listTools(talk: Talk, id: JsonValue): Promise<JsonObject> {
  return resultIn(await talk.request(requestIn(modern, id, ['tools/list'])));
}

describe('both eras on one pipe', () => {
  test('a probe with server/discover does not rule out a later handshake', async () => {
    const talk = talkTo(engineOf());

    const discovered = await talk.request(requestIn(modern, 1, ['server/discover']));
    const agreed = await talk.request(initializeOf(latestLegacy.date, 2));

    expect(resultIn(discovered)).toMatchObject({ resultType: 'complete', supportedVersions: [modern.date] });
    expect(resultIn(agreed)).toMatchObject({ protocolVersion: latestLegacy.date });
  });

  test('each message is answered by the rules of its era', async () => {
    const talk = talkTo(engineOf());
    await talk.send(initializeOf(latestLegacy.date));

    const old = resultIn(await talk.request(requestIn(latestLegacy, 1, ['tools/list'])));

    expect(old).not.toHaveProperty('resultType');
    expect(await listTools(talk, 2)).toMatchObject({ resultType: 'complete' });
  });

  test('a modern request needs no handshake and does not replace one', async () => {
    const talk = talkTo(engineOf());

    expect(await listTools(talk, 1)).toMatchObject({ tools: [] });
    expect(codeOf(await talk.request(requestIn(latestLegacy, 2, ['tools/list'])))).toBe(-32600);
  });

  test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe'])(
    'the legacy method %s is unknown in the modern era',
    async (method) => {
      const talk = talkTo(engineOf());

      expect(codeOf(await talk.request(requestIn(modern, 1, [method])))).toBe(-32601);
    },
  );

  test('an unknown resource is an invalid parameter in the modern era', async () => {
    const answer = await talkTo(engineOf()).request(requestIn(modern, 1, ['resources/read', { uri: 'x://a' }]));

    expect(answer).toMatchObject({ error: { code: -32602, data: { uri: 'x://a' } } });
  });
});

describe('a notification', () => {
  test.each<[string, JsonObject]>([
    ['of an unknown method', { jsonrpc: '2.0', method: 'notifications/no/such' }],
    ['of a method that wants an id', { jsonrpc: '2.0', method: 'tools/list' }],
    ['of the modern era', { jsonrpc: '2.0', method: 'notifications/no/such', params: { _meta: envelopeOf() } }],
    ['with params of the wrong type', { jsonrpc: '2.0', method: 'notifications/cancelled', params: [] }],
    [
      'with a malformed envelope',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: { [metaKeys.protocolVersion]: 1 } } },
    ],
    [
      'that claims a version that is not served',
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { _meta: { [metaKeys.protocolVersion]: '2031-01-01' } },
      },
    ],
  ])('%s is never answered', async (_what, notification) => {
    const talk = talkTo(engineOf());

    await talk.send(notification);

    expect(talk.sent).toEqual([]);
  });
});

describe('cancelling a modern request', () => {
  test.each([
    ['with an envelope', envelopeOf()],
    ['without one', undefined],
  ])('%s aborts the call and suppresses its answer', async (_what, meta) => {
    const { talk, began, open } = gatedServer();

    const call = talk.send(callIn(modern, 1, { name: 'gated', _meta: { progressToken: 'p' } }));
    const signal = await began;
    await talk.send(cancelled(1, meta));
    open();
    await call;
    await settled();

    expect(signal.aborted).toBe(true);
    expect(talk.sent).toEqual([]);
  });

  test.each<JsonValue>(['1', 2, null, '__proto__'])('with the id %j does not affect request 1', async (id) => {
    const { talk, began, open } = gatedServer();

    const call = talk.send(callIn(modern, 1, { name: 'gated' }));
    await began;
    await talk.send(cancelled(id, envelopeOf()));
    open();
    await call;

    expect(resultIn(talk.sent[0])).toMatchObject({ content: [{ text: 'went on' }] });
  });

  test('ends a subscription without an answer', async () => {
    const server = engineOf();
    const talk = talkTo(server);

    const subscription = talk.send(listen('s'));
    await settled();
    await talk.send(cancelled('s', envelopeOf()));
    await subscription;
    server.source.swap(catalogOf(), 'tools');
    await settled();

    expect(talk.sent.map(({ method }) => method)).toEqual(['notifications/subscriptions/acknowledged']);
  });
});

test('the id of a modern request in flight cannot be used again, and the first is not disturbed', async () => {
  const { talk, began, open } = gatedServer();

  const first = talk.send(callIn(modern, 1, { name: 'gated' }));
  await began;
  await talk.send(callIn(modern, 1, { name: 'gated' }));
  expect(talk.sent.map(codeOf)).toEqual([-32600]);
  open();
  await first;

  expect(resultIn(talk.sent[1])).toMatchObject({ content: [{ text: 'went on' }] });
});

test('subscriptions run side by side, each notified under its own id', async () => {
  const server = engineOf();
  const talk = talkTo(server);

  void talk.send(listen('a'));
  void talk.send(listen(7));
  await settled();
  talk.sent.length = 0;
  server.source.swap(catalogOf(), 'tools');
  await settled();

  expect(talk.sent.map(({ params }) => (params as { _meta: JsonObject })._meta[metaKeys.subscriptionId])).toEqual([
    'a',
    7,
  ]);
  talk.close();
});

test('a subscription that the server ends gets a cancellation and then its result', async () => {
  const server = engineOf();
  const talk = talkTo(server);

  const subscription = talk.send(listen('s'));
  await settled();
  server.engine.endSubscriptions();
  await subscription;

  expect(talk.sent.slice(1)).toMatchObject([
    { method: 'notifications/cancelled', params: { requestId: 's' } },
    { id: 's', result: { resultType: 'complete' } },
  ]);
});

describe('closing the pipe', () => {
  test.each(revisions)('aborts a call of $date and a subscription, and sends nothing more', async (revision) => {
    const { server, began, open } = gatedServer();
    const { listeners } = server.source;
    const talk = await talkIn(revision, server);

    const call = talk.send(callIn(revision, 1, { name: 'gated' }));
    const subscription = talk.send(listen('s'));
    const signal = await began;
    await settled();
    talk.sent.length = 0;
    talk.close();
    talk.close();
    open();
    await Promise.all([call, subscription]);

    expect(signal.aborted).toBe(true);
    expect(talk.sent).toEqual([]);
    expect([server.source.held, server.source.listeners]).toEqual([0, listeners]);
  });
});
