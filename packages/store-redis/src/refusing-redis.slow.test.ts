import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRedisStore } from './open-redis-store.js';
import { ages, connectBeside, openStore, startRedis, stateOf } from './store.test-support.js';

test('a primary that became a replica counts as away until it accepts writes again', async () => {
  const [redis, primary] = [await startRedis(), await startRedis()];
  const store = await openStore(redis.url);
  const other = connectBeside(redis);
  const heard = vi.fn();
  store.notices.onGap(heard);

  await other.replicaof('127.0.0.1', new URL(primary.url).port);
  await expect(store.sessions.open('a', ages)).rejects.toThrow('READONLY');
  await stateOf(store, 'away');
  await vi.waitFor(() => expect(store.status.lastError).toContain('READONLY'), 20_000);
  const told: string[] = [];
  store.onStatus(({ state }) => void told.push(state));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect([store.status.state, ...told]).toEqual(['away']);
  await other.replicaof('NO', 'ONE');
  await stateOf(store, 'serving');

  await store.sessions.open('a', ages);
  expect(heard).toHaveBeenCalled();
});

test('a primary that became a replica is noticed without a call', async () => {
  const [redis, primary] = [await startRedis(), await startRedis()];
  const store = await openStore(redis.url);

  await connectBeside(redis).replicaof('127.0.0.1', new URL(primary.url).port);

  await stateOf(store, 'away');
  await vi.waitFor(() => expect(store.status.lastError).toContain('READONLY'), 20_000);
});

test('a user without channel permissions is reported, and served once it has them', async () => {
  const redis = await startRedis('--user', 'ada', 'on', '>word', '~*', '+@all', 'resetchannels');
  const url = redis.url.replace('//', '//ada:word@');
  const store = await openStore(url);
  const heard: unknown[] = [];
  store.notices.follow('lists', (notice) => void heard.push(notice));

  expect(store.status).toMatchObject({ state: 'away', lastError: expect.stringContaining('NOPERM') });
  await connectBeside(redis).call('ACL', 'SETUSER', 'ada', 'allchannels');
  await stateOf(store, 'serving');
  await store.notices.publish('lists', 'n');

  await vi.waitFor(() => expect(heard).toEqual(['n']), 20_000);
});

test('a lost connection does not overwrite the error that Redis answered', async () => {
  const redis = await startRedis('--user', 'ada', 'on', '>word', '~*', '+@all', 'resetchannels');
  const store = await openStore(redis.url.replace('//', '//ada:word@'));
  const seen = new Set<string>();

  const until = performance.now() + 3_000;
  while (performance.now() < until) {
    store.notices.follow('lists', () => undefined)();
    await sleep(1);
    seen.add(String(store.status.lastError));
  }

  expect([...seen]).toEqual([expect.stringContaining('NOPERM')]);
});

test('a user with permission for some channels only is reported', async () => {
  const redis = await startRedis(
    '--user',
    'ada',
    'on',
    '>word',
    '~*',
    '+@all',
    'resetchannels',
    '&sigil:2:beat*',
    '&sigil:2:letters*',
  );
  const store = await openStore(redis.url.replace('//', '//ada:word@'));

  store.notices.follow('lists', () => {});

  await stateOf(store, 'away');
  expect(store.status.lastError).toContain('NOPERM');
});

test('a node of a Redis Cluster is refused', async () => {
  const file = `sigil-nodes-${process.pid}.conf`;
  const redis = await startRedis('--cluster-enabled', 'yes', '--cluster-config-file', file);
  onTestFinished(() => rm(`/tmp/${file}`, { force: true }));

  await expect(openRedisStore({ url: redis.url })).rejects.toThrow('Redis Cluster');
});
