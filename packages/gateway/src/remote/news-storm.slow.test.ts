/** An upstream that announces changed lists all the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import { openLegacyHttp } from '@sigil/test-support/upstream-servers';

test('constant list changes cause only a few reads, and clients are told of the last change', async () => {
  const upstream = await openLegacyHttp();
  const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  const readings = (): number => upstream.requests.filter(({ method }) => method === 'tools/list').length;
  const names = (): string[] => remote.source.current().tools.map(({ definition }) => definition.name);
  const rename = async (name: string): Promise<void> => {
    upstream.state.tools = [{ name, inputSchema: { type: 'object' } }];
    await upstream.announceList('tools');
  };
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('GET');
  await expect.poll(async () => (await rename('first'), names()), { timeout: 10_000 }).toContain('first');
  const standard = names().slice(0, -1);
  const before = readings();
  const toldBefore = client.notifications.length;

  const until = performance.now() + 3_000;
  for (let count = 0; performance.now() < until; count++) {
    await rename(`change_${count}`);
    await sleep(20);
  }
  const during = readings() - before;
  const told = client.notifications.slice(toldBefore);
  await rename('last');
  await expect.poll(names, { timeout: 10_000 }).toContain('last');
  await expect.poll(() => client.notifications.length).toBeGreaterThan(toldBefore + told.length);

  expect(during).toBeGreaterThan(1);
  expect(during).toBeLessThan(12);
  expect(told.length).toBeGreaterThan(1);
  expect(told.length).toBeLessThanOrEqual(during + 1);
  expect(new Set(told.map(({ method }) => method))).toEqual(new Set(['notifications/tools/list_changed']));
  expect((await client.listTools()).map(({ name }) => name)).toEqual([...standard, 'last']);
  expect(readings() - before - during).toBeLessThan(4);
  expect(remote.status.state).toBe('serving');
});
