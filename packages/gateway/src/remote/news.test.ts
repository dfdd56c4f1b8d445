/** News of an upstream, told to clients of every revision: lists that changed, and resources that read differently. */
import { createEngine, revisions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import { openLegacyHttp, openModernHttp, openWsUpstream, type NewsUpstream } from './upstreams.test-support.js';

const upstreams: readonly (readonly [string, () => Promise<NewsUpstream>])[] = [
  ['a legacy upstream over HTTP', () => openLegacyHttp()],
  ['a modern upstream over HTTP', () => openModernHttp()],
  ['a legacy upstream over a WebSocket', () => openWsUpstream('legacy')],
  ['a modern upstream over a WebSocket', () => openWsUpstream('modern')],
];

async function openClients(upstream: NewsUpstream): Promise<readonly McpClient[]> {
  const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const clients = await Promise.all(revisions.map(({ date }) => connectInMemory(engine, { revision: date })));
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.close()))));
  return clients;
}

/** The gateway subscribes at its upstream in its own time, and news before that are nobody's. */
async function repeatUntil(told: Promise<unknown>, announce: () => Promise<void>): Promise<void> {
  let isTold = false;
  void told.then(() => (isTold = true));
  await vi.waitFor(
    async () => {
      await announce();
      expect(isTold).toBe(true);
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe.each(upstreams)('%s', (_name, open) => {
  test('tells clients of every revision that its tools changed', async () => {
    const upstream = await open();
    const clients = await openClients(upstream);
    const told = Promise.all(clients.map((client) => client.nextNotification('notifications/tools/list_changed')));

    upstream.state.tools = [{ name: 'added', inputSchema: { type: 'object' } }];
    await repeatUntil(told, () => upstream.announceTools());

    for (const client of clients) {
      expect((await client.listTools()).map(({ name }) => name)).toContain('added');
    }
  });

  test('tells clients of every revision of a resource that they subscribed to, and of no other', async () => {
    const upstream = await open();
    const clients = await openClients(upstream);

    await Promise.all(clients.map((client) => client.subscribe('demo://item/7')));
    const told = Promise.all(clients.map((client) => client.nextResourceUpdate()));
    await repeatUntil(told, async () => {
      await upstream.announceResource('demo://item/8');
      await upstream.announceResource('demo://item/7');
    });

    expect(await told).toEqual(clients.map(() => 'demo://item/7'));
  });
});
