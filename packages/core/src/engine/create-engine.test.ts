import { describe, expect, test } from 'vitest';
import { catalogOf, toolOf } from '../catalog/catalog.test-support.js';
import { metaKeys } from '../revisions/meta-keys.js';
import {
  callIn,
  collect,
  deferred,
  engineOf,
  latestLegacy,
  modern,
  requestIn,
  resultIn,
  settled,
  talkIn,
} from './engine.test-support.js';

function holdingServer() {
  const began = deferred<AbortSignal>();
  const tool = toolOf('hold', (_input, { signal }) => {
    began.resolve(signal);
    return new Promise(() => undefined);
  });
  return { server: engineOf(catalogOf({ tools: [tool] })), began: began.promise };
}

test('ending the subscriptions sends each its closing result, and calls continue', async () => {
  const { server, began } = holdingServer();
  const talk = await talkIn(modern, server);
  const subscription = talk.send(requestIn(modern, 7, ['subscriptions/listen', { notifications: {} }]));
  void talk.request(callIn(modern, 1, { name: 'hold' }));
  const signal = await began;

  server.engine.endSubscriptions();
  await subscription;

  expect(talk.sent.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
  expect(signal.aborted).toBe(false);
  server.engine.close();
});

describe('closing the engine', () => {
  test('ends each subscription with its closing result', async () => {
    const server = engineOf();
    const talk = await talkIn(modern, server);

    const subscription = talk.send(requestIn(modern, 7, ['subscriptions/listen', { notifications: {} }]));
    await settled();
    server.engine.close();
    await subscription;

    expect(talk.sent.at(-1)).toMatchObject({
      id: 7,
      result: { resultType: 'complete', _meta: { [metaKeys.subscriptionId]: 7 } },
    });
    expect([server.source.held, server.source.listeners]).toEqual([0, 0]);
  });

  test('stops a modern call with a message that gives the reason', async () => {
    const { server, began } = holdingServer();
    const talk = await talkIn(modern, server);

    const call = talk.request(callIn(modern, 1, { name: 'hold' }));
    const signal = await began;
    server.engine.close();

    expect(resultIn(await call)).toMatchObject({
      isError: true,
      content: [{ text: 'tool "hold" was stopped: the server is closing' }],
    });
    expect(signal.aborted).toBe(true);
    expect(server.faults).toEqual([]);
  });

  test('ends each session', async () => {
    const { server, began } = holdingServer();
    const talk = await talkIn(latestLegacy, server);

    const call = talk.send(callIn(latestLegacy, 1, { name: 'hold' }));
    const signal = await began;
    server.engine.close();
    server.engine.close();
    await call;

    expect(signal.aborted).toBe(true);
    expect([server.source.held, server.source.listeners]).toEqual([0, 0]);
  });
});

describe('an exchange', () => {
  test('sends nothing and settles when it is cancelled', async () => {
    const { server, began } = holdingServer();
    const { outlet, sent } = collect();
    const incoming = server.engine.read(JSON.stringify(callIn(modern, 1, { name: 'hold' })));
    if (incoming.kind !== 'modern') throw new Error(`expected a modern message, got ${incoming.kind}`);

    const exchange = server.engine.serve(incoming, outlet);
    await began;
    exchange.cancel();
    exchange.cancel();
    await exchange.done;

    expect(sent).toEqual([]);
  });

  test('does nothing for a notification', async () => {
    const { engine, source } = engineOf();
    const { outlet, sent } = collect();
    const { id: _, ...notification } = requestIn(modern, 1, ['notifications/cancelled', { requestId: 1 }]);
    const incoming = engine.read(JSON.stringify(notification));
    if (incoming.kind !== 'modern') throw new Error(`expected a modern message, got ${incoming.kind}`);

    const exchange = engine.serve(incoming, outlet);
    exchange.cancel();
    await exchange.done;

    expect(sent).toEqual([]);
    expect(source.releases).toEqual([]);
  });
});

test('limits that are not given have their defaults', async () => {
  const server = engineOf(
    catalogOf({
      tools: [
        toolOf('a', async () => ({
          kind: 'result',
          content: [{ type: 'text', text: 'x'.repeat(200) }],
          isError: false,
        })),
      ],
    }),
    { limits: { maxResultLength: 100 } },
  );
  const talk = await talkIn(modern, server);
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`;

  const { content } = resultIn(await talk.request(callIn(modern, 1, { name: 'a' })));
  expect(JSON.stringify(content)).toContain('(limit maxResultLength)');
  expect(server.engine.read(deep)).toMatchObject({ kind: 'refused', problem: 'invalid-request' });
});

test('an engine without a fault listener still answers a call that fails', async () => {
  const tool = toolOf('a', async () => {
    throw new TypeError('inside');
  });
  const server = engineOf(catalogOf({ tools: [tool] }));
  const { engine } = engineOf(catalogOf({ tools: [tool] }), { onFault: undefined as never });
  const talk = await talkIn(modern, { ...server, engine });

  expect(resultIn(await talk.request(callIn(modern, 1, { name: 'a' })))).toMatchObject({ isError: true });
});
