import { describe, expect, test } from 'vitest';
import { catalogOf } from '../catalog/catalog.test-support.js';
import type { JsonObject } from '../model/json.js';
import { metaKeys } from '../revisions/meta-keys.js';
import { CallCancelled, ServerClosing } from './abort-reasons.js';
import { CallContext } from './call-context.js';
import { callWith, peerOf, type TestCall } from './operation.test-support.js';
import { subscriptionsListen } from './subscriptions-listen.js';

/** A subscription that runs, with what it has sent so far. */
function listening(notifications: unknown, requestId: string | number = 'sub-1') {
  const call: TestCall = { ...callWith({ params: { notifications } as JsonObject }), requestId };
  const ended = subscriptionsListen(call);
  return { call, ended, methods: () => call.notified.map(({ method }) => method) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test.each(['sub-1', '7', 7, 0])('every message carries the id %j of the subscription, in its type', async (id) => {
  const { call, ended } = listening({ toolsListChanged: true }, id);

  call.source.swap(catalogOf(), 'tools');
  await settled();
  call.context.abort(new ServerClosing('bye'));
  const closing = await ended;

  const ids = call.notified.map(
    ({ params }) => ((params as JsonObject)['_meta'] as JsonObject)[metaKeys.subscriptionId],
  );
  expect(ids).toEqual([id, id]);
  expect(closing).toEqual({ members: '', meta: { [metaKeys.subscriptionId]: id } });
});

test('the acknowledgement comes first, even before a change that happens at once', async () => {
  const { call, methods } = listening({ promptsListChanged: true });

  call.source.swap(catalogOf(), 'prompts');
  await settled();

  expect(methods()).toEqual(['notifications/subscriptions/acknowledged', 'notifications/prompts/list_changed']);
});

// Rules: 113
test('no change is told while the acknowledgement is still on its way', async () => {
  const sent: string[] = [];
  let ready: () => void = () => undefined;
  const params = { notifications: { toolsListChanged: true } };
  const notify = (json: string): Promise<void> => {
    sent.push(JSON.parse(json).method);
    return new Promise((resolve) => (ready = resolve));
  };
  const context = new CallContext(params, peerOf({ notify }));
  const call = { ...callWith({ params }), context };

  const ended = subscriptionsListen(call);
  call.source.swap(catalogOf(), 'tools');
  await settled();
  expect(sent).toEqual(['notifications/subscriptions/acknowledged']);
  ready();
  await settled();

  expect(sent.slice(1)).toEqual(['notifications/tools/list_changed']);
  context.abort(new ServerClosing('bye'));
  await ended;
});

test('the acknowledgement names what is honoured and nothing else', () => {
  const { call } = listening({
    toolsListChanged: true,
    promptsListChanged: false,
    resourcesListChanged: 'yes',
    resourceSubscriptions: ['x://a', 'x://a', 'x://b'],
    weatherChanged: true,
  });

  const { notifications } = call.notified[0]!['params'] as { notifications: object };
  expect(notifications).toEqual({ toolsListChanged: true, resourceSubscriptions: ['x://a', 'x://b'] });
});

test('only what was asked for is told', async () => {
  const { call, methods } = listening({ resourcesListChanged: true });

  call.source.swap(catalogOf(), 'tools', 'prompts');
  call.source.swap(catalogOf(), 'resources', 'tools');
  await settled();

  expect(methods().slice(1)).toEqual(['notifications/resources/list_changed']);
});

test('an empty filter is a subscription that hears nothing', async () => {
  const { call, methods } = listening({});

  call.source.swap(catalogOf(), 'tools', 'prompts', 'resources');
  await settled();

  expect(methods()).toEqual(['notifications/subscriptions/acknowledged']);
});

test('updates are told of the resources that were named, and of no others', async () => {
  const { call } = listening({ resourceSubscriptions: ['x://a'] }, 7);

  for (const uri of ['x://b', 'x://a']) call.source.update(uri);
  call.source.swap(catalogOf(), 'resources');
  await settled();

  expect(call.notified.slice(1)).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { _meta: { [metaKeys.subscriptionId]: 7 }, uri: 'x://a' },
    },
  ]);
});

test('an empty list of resources is honoured as one', () => {
  const { call } = listening({ resourceSubscriptions: [] });

  expect(call.notified[0]).toMatchObject({ params: { notifications: { resourceSubscriptions: [] } } });
});

test.each([null, 'x://a', {}, [1], ['x://a', null]])('resources that are %j are refused', async (resources) => {
  const { call, ended } = listening({ resourceSubscriptions: resources });

  await expect(ended).rejects.toMatchObject({ kind: 'invalid-params' });
  expect(call.notified).toEqual([]);
});

test('more resources than the limit are refused, and the limit is named', async () => {
  const params = { notifications: { resourceSubscriptions: ['x://a', 'x://b', 'x://c'] } };

  const refused = subscriptionsListen(callWith({ params, limits: { maxSubscriptions: 2 } }));

  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('maxSubscriptions') });
});

test.each([undefined, null, [], true, 'tools'])('a filter that is %j is refused', async (notifications) => {
  const { call, ended } = listening(notifications);

  await expect(ended).rejects.toMatchObject({ kind: 'invalid-params' });
  expect(call.notified).toEqual([]);
});

describe('the end', () => {
  test('by cancellation rejects, and nothing is told afterwards', async () => {
    const { call, ended, methods } = listening({ toolsListChanged: true });

    call.context.abort(new CallCancelled('the peer left'));
    await expect(ended).rejects.toBeInstanceOf(CallCancelled);
    call.source.swap(catalogOf(), 'tools');
    await settled();

    expect(methods()).toEqual(['notifications/subscriptions/acknowledged']);
  });

  test('takes the listener away from the source', async () => {
    const { call, ended } = listening({ toolsListChanged: true });
    expect(call.source.listeners).toBe(2);

    call.context.abort(new ServerClosing('bye'));
    await ended;

    expect(call.source.listeners).toBe(0);
  });
});
