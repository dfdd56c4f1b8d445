import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { key, openPeer, underRule } from './peer.test-support.js';
import { resourceOf, serverOf, settled, toolOf } from './server.test-support.js';

const everything = {
  toolsListChanged: true,
  resourcesListChanged: true,
  promptsListChanged: true,
  resourceSubscriptions: ['x://a'],
};

function subscriptionOf({ params, result }: JsonObject): JsonValue | undefined {
  const holder = isJsonObject(params) ? params : isJsonObject(result) ? result : {};
  return isJsonObject(holder['_meta']) ? holder['_meta'][key('subscriptionId')] : undefined;
}

describe.each(underRule(112))('$date', (revision) => {
  // Rules: 25, 115
  test.each(['sub-1', '7', 7, 0])('every message of a subscription carries its id %j with its type', async (id) => {
    const server = serverOf({ resources: [resourceOf('x://a')] });
    const peer = await openPeer(server.engine, revision);

    void peer.send(peer.requestOf('subscriptions/listen', { notifications: everything }, id));
    await settled();
    server.change('tools', 'resources', 'prompts');
    server.update('x://a');
    await settled();
    server.engine.endSubscriptions();
    await settled();

    const told = peer.received.filter(({ method }) => method !== 'notifications/cancelled');
    expect(told).toHaveLength(6);
    expect(told.map(subscriptionOf)).toEqual(told.map(() => id));
    expect(told.at(-1)).toEqual({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', _meta: expect.objectContaining({ [key('subscriptionId')]: id }) },
    });
  });

  // Rules: 112, 113
  test('a subscription first acknowledges its notifications, even when changes come immediately', async () => {
    const server = serverOf({ resources: [resourceOf('x://a')] });
    const peer = await openPeer(server.engine, revision);

    void peer.send(peer.requestOf('subscriptions/listen', { notifications: everything }, 'sub-1'));
    while (peer.received.length === 0) {
      server.change('tools');
      await Promise.resolve();
    }
    server.update('x://a');
    await settled();

    const [first, ...others] = peer.received.map(({ method }) => method);
    expect(first).toBe('notifications/subscriptions/acknowledged');
    expect(others.at(-1)).toBe('notifications/resources/updated');
    expect(peer.received[0]).toMatchObject({ params: { notifications: everything } });
  });

  // Rules: 114
  test.each<[JsonObject, string[]]>([
    [{}, []],
    [{ toolsListChanged: true, promptsListChanged: false }, ['notifications/tools/list_changed']],
    [{ resourceSubscriptions: ['x://a'] }, ['notifications/resources/updated']],
    [{ promptsListChanged: true }, ['notifications/prompts/list_changed']],
  ])('a subscription to %j receives only %j', async (notifications, methods) => {
    const server = serverOf({ resources: [resourceOf('x://a'), resourceOf('x://b')] });
    const peer = await openPeer(server.engine, revision);

    void peer.send(peer.requestOf('subscriptions/listen', { notifications }, 'sub-1'));
    await settled();
    server.change('tools', 'resources', 'prompts');
    server.update('x://b');
    server.update('x://a');
    await settled();

    expect(
      peer
        .notifications()
        .slice(1)
        .map(({ method }) => method),
    ).toEqual(methods);
  });

  // Rules: 114
  test('a subscription gets no notification of a list that did not change', async () => {
    const server = serverOf({ resources: [resourceOf('x://a')] });
    const peer = await openPeer(server.engine, revision);

    void peer.send(peer.requestOf('subscriptions/listen', { notifications: everything }, 'sub-1'));
    await settled();
    server.change('prompts');
    await settled();

    expect(peer.notifications().map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/prompts/list_changed',
    ]);
  });

  // Rules: 114
  test('a client without a subscription gets no change notifications', async () => {
    const server = serverOf({ tools: [toolOf('hello')] });
    const peer = await openPeer(server.engine, revision);
    await peer.result('tools/list');
    peer.received.length = 0;

    server.change('tools', 'resources', 'prompts');
    await settled();

    expect(peer.received).toEqual([]);
  });
});
