/** An upstream that announces changed lists all the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import { openLegacyHttp } from './upstreams.test-support.js';

test('constant list changes cause only a few reads, and the last change is read', async () => {
  const upstream = await openLegacyHttp();
  const remote = openRemote({ url: upstream.url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const readings = (): number => upstream.requests.filter(({ method }) => method === 'tools/list').length;
  const names = (): string[] => remote.source.current().tools.map(({ definition }) => definition.name);
  const rename = async (name: string): Promise<void> => {
    upstream.state.tools = [{ name, inputSchema: { type: 'object' } }];
    await upstream.announceList('tools');
  };
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('GET');
  await expect.poll(async () => (await rename('first'), names()), { timeout: 10_000 }).toContain('first');
  const before = readings();

  const until = performance.now() + 3_000;
  for (let count = 0; performance.now() < until; count++) {
    await rename(`change_${count}`);
    await sleep(20);
  }
  const during = readings() - before;
  await rename('last');

  expect(during).toBeGreaterThan(1);
  expect(during).toBeLessThan(12);
  await expect.poll(names, { timeout: 10_000 }).toContain('last');
  expect(remote.status.state).toBe('serving');
}, 30_000);
