/** Notifications of an upstream to clients of every revision: changed lists and changed resources. */
import type { JsonObject } from '@sigil/core';
import { createEngine, revisions } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import { openProgramUpstream } from './program-upstream.test-support.js';
import { openLegacyHttp, openModernHttp, openOldHttp, openWsUpstream } from '@sigil/test-support/upstream-servers';
import type { NewsUpstream } from '@sigil/test-support/upstream-servers';

type ConfiguredUpstream = NewsUpstream & { readonly remote: JsonObject };

async function configured<ReconnectingClient extends NewsUpstream & { readonly url: string }>(
  opening: Promise<ReconnectingClient>,
  how: JsonObject = {},
): Promise<ConfiguredUpstream> {
  const upstream = await opening;
  return { ...upstream, remote: { url: upstream.url, ...how } };
}

const upstreams: readonly (readonly [string, () => Promise<ConfiguredUpstream>])[] = [
  ['a legacy upstream over HTTP', () => configured(openLegacyHttp())],
  ['a modern upstream over HTTP', () => configured(openModernHttp())],
  ['a legacy upstream over a WebSocket', () => configured(openWsUpstream('legacy'))],
  ['a modern upstream over a WebSocket', () => configured(openWsUpstream('modern'))],
  ['an upstream over the oldest transport', () => configured(openOldHttp(), { transport: 'sse' })],
  ['a legacy program', () => openProgramUpstream('legacy')],
  ['a modern program', () => openProgramUpstream('modern')],
];

async function openClients({ remote: how }: ConfiguredUpstream): Promise<readonly McpClient[]> {
  const remote = openRemote(how, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const clients = await Promise.all(revisions.map(({ date }) => connectInMemory(engine, { revision: date })));
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.close()))));
  return clients;
}

/** Repeats an announcement, since the gateway subscribes at its upstream in its own time and earlier ones are lost. */
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

const additions = {
  tools: { name: 'added', inputSchema: { type: 'object' } },
  prompts: { name: 'added' },
  resources: { name: 'added', uri: 'demo://added' },
} as const;
const readers = { tools: 'listTools', prompts: 'listPrompts', resources: 'listResources' } as const;

describe.each(upstreams)('%s', (_name, open) => {
  test.each(['tools', 'prompts', 'resources'] as const)(
    'notifies clients of every revision that its %s changed, and of no other list',
    async (kind) => {
      const upstream = await open();
      const clients = await openClients(upstream);
      const method = `notifications/${kind}/list_changed`;
      const told = Promise.all(clients.map((client) => client.nextNotification(method)));

      upstream.state[kind] = [additions[kind]];
      await repeatUntil(told, () => upstream.announceList(kind));

      for (const client of clients) {
        const methods = client.notifications.map((notification) => notification.method);
        expect(methods.filter((it) => it.endsWith('list_changed') && it !== method)).toEqual([]);
        expect((await client[readers[kind]]()).map(({ name }) => name)).toContain('added');
      }
    },
  );

  test('notifies clients of every revision about a resource that they subscribed to, and no other', async () => {
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
