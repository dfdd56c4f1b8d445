/** The resources that a gateway subscribes to at its upstream: only those that one of its clients subscribes to. */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import { openLegacyHttp, openModernHttp, type HttpUpstream } from '@sigil/test-support/upstream-servers';

const subscribed = 'demo://item/7';

/** Returns the resources that the upstream would announce to its client, according to all requests. */
function subscriptionsOf({ requests }: HttpUpstream): readonly string[] {
  const uris = new Set<string>();
  for (const { method, body } of requests) {
    const { params } = (body === '' ? {} : JSON.parse(body)) as { params?: JsonObject };
    if (method === 'resources/subscribe') uris.add(String(params?.['uri']));
    if (method === 'resources/unsubscribe') uris.delete(String(params?.['uri']));
    if (method !== 'subscriptions/listen') continue;
    const filter = params?.['notifications'];
    const wanted = isJsonObject(filter) ? filter['resourceSubscriptions'] : undefined;
    uris.clear();
    for (const uri of Array.isArray(wanted) ? wanted : []) uris.add(String(uri));
  }
  return [...uris];
}

describe.each([
  ['a legacy upstream', openLegacyHttp],
  ['a modern upstream', openModernHttp],
])('%s', (_name, open) => {
  test.each(['2025-11-25', '2026-07-28'])('has a subscription while a client of %s has one', async (revision) => {
    const upstream = await open();
    const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
    onTestFinished(() => remote.close());
    await remote.ready;
    const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
    const [leaving, staying] = await Promise.all([
      connectInMemory(engine, { revision }),
      connectInMemory(engine, { revision }),
    ]);
    const settles = (uris: readonly string[]): Promise<void> =>
      vi.waitFor(() => expect(subscriptionsOf(upstream)).toEqual(uris), { timeout: 10_000 });

    await Promise.all([leaving.subscribe(subscribed), staying.subscribe(subscribed)]);
    await settles([subscribed]);
    await leaving.unsubscribe(subscribed);
    await staying.subscribe('demo://item/8');
    await settles([subscribed, 'demo://item/8']);
    await staying.unsubscribe(subscribed);
    await settles(['demo://item/8']);
    // A client that leaves without unsubscribing does not count either.
    await Promise.all([leaving.close(), staying.close()]);
    await settles([]);
  });

  test('keeps its subscription when a client unsubscribes and subscribes again at once', async () => {
    const upstream = await open();
    const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
    onTestFinished(() => remote.close());
    await remote.ready;
    const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
    const client = await connectInMemory(engine, { revision: '2025-11-25' });
    onTestFinished(() => client.close());

    await client.subscribe(subscribed);
    await vi.waitFor(() => expect(subscriptionsOf(upstream)).toEqual([subscribed]), 20_000);
    const before = upstream.requests.length;
    await client.unsubscribe(subscribed);
    await client.subscribe(subscribed);
    await new Promise((resolve) => setTimeout(resolve, 1_200));

    expect(upstream.requests.slice(before).filter(({ method }) => method.includes('subscri'))).toEqual([]);
  });
});
