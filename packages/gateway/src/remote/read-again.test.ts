/** Lists that are read again over a connection that is open. */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { openLegacyHttp } from './upstreams.test-support.js';

async function open(configuration: JsonObject): Promise<RemoteServer> {
  const remote = openRemote(configuration, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  return remote;
}

test('an upstream’s word that a list changed is passed on once the list can be read, whatever it is then', async () => {
  const upstream = await openLegacyHttp();
  const remote = await open({ url: upstream.url, protocol: 'legacy', maxListItems: 100 });
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  const told = client.nextNotification('notifications/tools/list_changed');
  const before = await client.listTools();
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('GET');

  upstream.state.tools = Array.from({ length: 100 }, (_, count) => ({
    name: `one_of_many_${count}`,
    inputSchema: { type: 'object' },
  }));
  await upstream.announceList('tools');
  await expect.poll(() => remote.status.state).toBe('degraded');
  const { length: toldBefore } = client.notifications;
  upstream.state.tools = [];
  await told;

  expect(toldBefore).toBe(0);
  expect(remote.status.state).toBe('serving');
  expect(await client.listTools()).toEqual(before);
});
