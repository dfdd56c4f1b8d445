import { describe, expect, test } from 'vitest';
import { Clients } from '../callers/clients.js';
import { catalogOf, resourceOf } from '../catalog/catalog.test-support.js';
import type { JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import {
  codeOf,
  collect,
  deferred,
  engineOf,
  modern,
  requestIn,
  settled,
  talkIn,
  type TestEngine,
} from './engine.test-support.js';
import type { Exchange } from './engine.js';
import type { Outlet } from '../calls/outlet.js';

const acknowledged = 'notifications/subscriptions/acknowledged';

interface Listening {
  readonly notifications: unknown;
  readonly id?: string | number;
  readonly server?: TestEngine;
}

/** A server with a resource that may announce updates. */
const updating = () => engineOf(catalogOf({ resources: [resourceOf('x://a')] }));

/** A running subscription, with the messages it has sent so far. */
async function listening({ notifications, id = 'sub-1', server = updating() }: Listening) {
  const { outlet, sent } = collect();
  const exchange = await listenOver(outlet, { notifications, id, server });
  return { ...server, exchange, sent, methods: () => sent.map(({ method }) => method) };
}

async function listenOver(
  outlet: Outlet,
  { notifications, id = 'sub-1', server = engineOf() }: Listening,
): Promise<Exchange> {
  const params = { notifications } as JsonObject;
  const incoming = server.engine.read(JSON.stringify(requestIn(modern, id, ['subscriptions/listen', params])));
  if (incoming.kind !== 'modern') throw new Error(`expected a modern request, got one that is ${incoming.kind}`);
  const exchange = server.engine.serve(incoming, outlet);
  await settled();
  return exchange;
}

test.each(['sub-1', '7', 7, 0])('every message carries the id %j of the subscription, in its type', async (id) => {
  const { engine, source, sent } = await listening({ notifications: { toolsListChanged: true }, id });

  await settled();
  source.swap(catalogOf(), 'tools');
  engine.endSubscriptions();

  const holders = sent.map(({ params, result }) => (params ?? result) as JsonObject);
  const ids = holders.map(({ _meta }) => (_meta as JsonObject)[metaKeys.subscriptionId]);
  expect(ids).toEqual([id, id, id]);
  expect(sent.at(-1)).toMatchObject({ id, result: { resultType: 'complete' } });
});

test('the acknowledgement is sent first, even before an immediate change', async () => {
  const { source, methods } = await listening({ notifications: { promptsListChanged: true } });

  source.swap(catalogOf(), 'prompts');
  await settled();

  expect(methods()).toEqual([acknowledged, 'notifications/prompts/list_changed']);
});

// Rules: 113
test('no change is sent while the acknowledgement is still being sent', async () => {
  const onItsWay = deferred();
  const { outlet, sent } = collect();
  const server = engineOf();
  const slow: Outlet = { send: (message) => (void outlet.send(message), onItsWay.promise) };

  await listenOver(slow, { notifications: { toolsListChanged: true }, server });
  server.source.swap(catalogOf(), 'tools');
  await settled();
  expect(sent.map(({ method }) => method)).toEqual([acknowledged]);
  onItsWay.resolve();
  await settled();

  expect(sent.slice(1).map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
});

test('a change that waits for the acknowledgement is dropped when the subscription ends', async () => {
  const onItsWay = deferred();
  const { outlet, sent } = collect();
  const server = engineOf();
  const slow: Outlet = { send: (message) => (void outlet.send(message), onItsWay.promise) };

  const { done } = await listenOver(slow, { notifications: { toolsListChanged: true }, server });
  server.source.swap(catalogOf(), 'tools');
  server.engine.endSubscriptions();
  onItsWay.resolve();
  await done;
  await settled();

  expect(sent.map(({ method }) => method)).toEqual([acknowledged, undefined]);
});

test('the acknowledgement lists only the accepted notifications', async () => {
  const { sent } = await listening({
    notifications: {
      toolsListChanged: true,
      promptsListChanged: false,
      resourcesListChanged: 'yes',
      resourceSubscriptions: ['x://a', 'x://a', 'x://b'],
      weatherChanged: true,
    },
  });

  const { notifications } = sent[0]!['params'] as { notifications: object };
  expect(notifications).toEqual({ toolsListChanged: true, resourceSubscriptions: ['x://a', 'x://b'] });
});

test('only the requested notifications are sent', async () => {
  const { source, methods } = await listening({ notifications: { resourcesListChanged: true } });

  source.swap(catalogOf(), 'tools', 'prompts');
  source.swap(catalogOf(), 'resources', 'tools');
  await settled();

  expect(methods().slice(1)).toEqual(['notifications/resources/list_changed']);
});

test('an empty filter is accepted and receives no notifications', async () => {
  const { source, methods } = await listening({ notifications: {} });

  source.swap(catalogOf(), 'tools', 'prompts', 'resources');
  await settled();

  expect(methods()).toEqual([acknowledged]);
});

test('updates are announced for the named resources, and for no others', async () => {
  const { source, sent } = await listening({ notifications: { resourceSubscriptions: ['x://a'] }, id: 7 });

  for (const uri of ['x://b', 'x://a']) source.update(uri);
  source.swap(catalogOf(), 'resources');
  await settled();

  expect(sent.slice(1)).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { _meta: { [metaKeys.subscriptionId]: 7 }, uri: 'x://a' },
    },
  ]);
});

test('updates are announced under the URI that the listener wrote, in whichever spelling they come', async () => {
  const { source, sent } = await listening({ notifications: { resourceSubscriptions: ['x://%7eA'] } });

  source.update('X://~a');
  source.update('x://~b');
  await settled();

  expect(sent.slice(1)).toMatchObject([{ params: { uri: 'x://%7eA' } }]);
});

test('an empty list of resources is acknowledged as an empty list', async () => {
  const { sent } = await listening({ notifications: { resourceSubscriptions: [] } });

  expect(sent[0]).toMatchObject({ params: { notifications: { resourceSubscriptions: [] } } });
});

test('resources that never announce updates are not acknowledged', async () => {
  const still = { ...resourceOf('x://a'), announcesUpdates: false };
  const server = engineOf(catalogOf({ resources: [still] }));

  const { sent } = await listening({
    notifications: { resourceSubscriptions: ['x://a'], toolsListChanged: true },
    server,
  });

  expect(sent).toMatchObject([{ method: acknowledged }]);
  expect((sent[0]!['params'] as JsonObject)['notifications']).toEqual({ toolsListChanged: true });
});

test('subscriptions share one list listener and one resource listener, and get only their changes', async () => {
  const server = engineOf();
  const tools = await listening({ notifications: { toolsListChanged: true }, server });
  const prompts = await listening({ notifications: { promptsListChanged: true }, server });
  expect(server.source.listeners).toBe(2);

  await settled();
  server.source.swap(catalogOf(), 'tools');
  tools.exchange.cancel();
  server.source.swap(catalogOf(), 'tools', 'prompts');

  expect(tools.methods()).toEqual([acknowledged, 'notifications/tools/list_changed']);
  expect(prompts.methods()).toEqual([acknowledged, 'notifications/prompts/list_changed']);
});

test.each([null, 'x://a', {}, [1], ['x://a', null]])('resources that are %j are refused', async (resources) => {
  const { exchange, sent } = await listening({ notifications: { resourceSubscriptions: resources } });
  await exchange.done;

  expect(sent.map(codeOf)).toEqual([-32602]);
});

test.each([{ maxSubscriptions: 2 }, { maxSubscribedLength: 14 }])(
  'resources beyond %j are refused, and the limit is named',
  async (limits) => {
    const server = engineOf(catalogOf(), { limits });

    const { sent } = await listening({ notifications: { resourceSubscriptions: ['x://a', 'x://b', 'x://c'] }, server });

    expect(sent).toMatchObject([{ error: { message: expect.stringContaining(Object.keys(limits)[0]!) } }]);
  },
);

test.each([undefined, null, [], true, 'tools'])('a filter that is %j is refused', async (notifications) => {
  const { sent } = await listening({ notifications });

  expect(sent.map(codeOf)).toEqual([-32602]);
});

test('a catalog that throws ends the subscription with an internal error that does not disclose why', async () => {
  const server = engineOf();
  server.source.current = () => {
    throw new Error('no catalog');
  };

  const { exchange, sent, faults } = await listening({ notifications: { resourceSubscriptions: ['x://a'] }, server });
  await exchange.done;

  expect(sent.map(codeOf)).toEqual([-32603]);
  expect(JSON.stringify(sent)).not.toContain('no catalog');
  expect(faults).toMatchObject([{ error: { message: 'no catalog' } }]);
  expect(server.source.listeners).toBe(0);
});

describe('the end of a subscription', () => {
  const notifications = { toolsListChanged: true };

  test('by cancellation sends no answer and no later changes', async () => {
    const { source, exchange, methods } = await listening({ notifications });

    exchange.cancel();
    await exchange.done;
    source.swap(catalogOf(), 'tools');
    await settled();

    expect(methods()).toEqual([acknowledged]);
  });

  test.each(['cancel', 'endSubscriptions'] as const)('by %s removes its listeners from the source', async (end) => {
    const { engine, source, exchange } = await listening({ notifications });
    await settled();
    expect(source.listeners).toBe(2);

    if (end === 'cancel') exchange.cancel();
    else engine.endSubscriptions();
    await exchange.done;

    expect(source.listeners).toBe(0);
  });

  test('a subscription to a closed engine is acknowledged and ended at once', async () => {
    const server = engineOf();
    server.engine.close();

    const { exchange, sent } = await listening({ notifications, server });
    await exchange.done;

    expect(sent).toMatchObject([{ method: acknowledged }, { id: 'sub-1', result: { resultType: 'complete' } }]);
  });

  test('over a pipe answers its request', async () => {
    const server = engineOf();
    const talk = await talkIn(modern, server);

    const answered = talk.request(requestIn(modern, 5, ['subscriptions/listen', { notifications }]));
    await settled();
    server.engine.endSubscriptions();

    expect(await answered).toMatchObject({ id: 5, result: { resultType: 'complete' } });
  });
});

describe('listening streams', () => {
  const notifications = { toolsListChanged: true };

  test('are refused beyond maxListenStreams, until one of them has ended', async () => {
    const clients = new Clients({ maxListenStreams: 2, clientSharePercent: 100 });
    const server = engineOf();
    const listen = async (address: string) => {
      const { outlet, sent } = collect();
      const exchange = await listenOver(
        { ...outlet, connection: clients.of(address).connect() },
        { notifications, server },
      );
      return { exchange, sent };
    };

    const first = await listen('192.0.2.1');
    await listen('192.0.2.2');
    const refused = await listen('192.0.2.3');
    first.exchange.cancel();
    const accepted = await listen('192.0.2.3');
    await settled();

    expect(refused.sent).toMatchObject([{ error: { code: -32603, data: { retryAfterMs: 60_000 } } }]);
    expect(JSON.stringify(refused.sent)).toContain('limit maxListenStreams');
    expect(accepted.sent).toMatchObject([{ method: acknowledged }]);
    expect(clients.listenStreams.inUse).toBe(2);
    server.engine.close();
    expect(clients.listenStreams.inUse).toBe(0);
  });

  test('are limited per client to its share', async () => {
    const clients = new Clients({ maxListenStreams: 4 });
    const server = engineOf();
    const connection = clients.of('192.0.2.1').connect();

    for (let id = 0; id < 4; id++) await listenOver({ ...collect().outlet, connection }, { notifications, id, server });

    expect(clients.listenStreams.inUse).toBe(2);
  });
});
