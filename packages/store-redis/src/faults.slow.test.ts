import { openTestRedis, type TestRedis } from '@sigil/test-support/redis-server';
import { Redis } from 'ioredis';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRedisStore, type RedisStore } from './open-redis-store.js';
import { RedisLink } from './redis-link.js';

async function openPair(...settings: string[]): Promise<{ redis: TestRedis; store: RedisStore }> {
  const redis = await openTestRedis(...settings);
  onTestFinished(() => redis.close());
  const store = await openRedisStore({ url: redis.url, limits: { commandTimeoutMs: 200 } });
  onTestFinished(() => store.close());
  return { redis, store };
}

const ages = { idleMs: 60_000, lifetimeMs: 60_000 };

async function serving(store: RedisStore): Promise<void> {
  await vi.waitFor(() => expect(store.status.state).toBe('serving'), { timeout: 10_000, interval: 10 });
}

async function away(store: RedisStore): Promise<void> {
  await vi.waitFor(() => expect(store.status.state).toBe('away'), { timeout: 10_000, interval: 10 });
}

test('commands fail at once while Redis is down, and the store serves again after a restart', async () => {
  const { redis, store } = await openPair();
  const heard: unknown[] = [];
  const told: string[] = [];
  store.notices.follow('lists', (notice) => void heard.push(notice));
  store.notices.onGap(() => void told.push('gap'));
  store.onStatus(({ state }) => void told.push(state));

  await redis.kill();
  await away(store);
  // The error of a command that is neither queued nor timed out.
  await expect(store.sessions.open('a', ages)).rejects.toThrow("Stream isn't writeable");
  const { lastError } = store.status;
  await redis.start();
  await serving(store);
  await store.sessions.open('a', ages);
  await vi.waitFor(async () => {
    await store.notices.publish('lists', 'again');
    expect(heard).toContain('again');
  }, 20_000);

  expect(lastError).toMatch(/^Redis at 127\.0\.0\.1:\d+: /);
  // A busy machine may lose the connection more than once.
  expect(told.join(' ')).toMatch(/^away serving gap( away( serving( gap)?)?)*$/);
});

test('the first connection reports serving once, and no gap', async () => {
  const redis = await openTestRedis();
  onTestFinished(() => redis.close());
  const told: string[] = [];
  const links = Array.from(
    { length: 20 },
    () => new RedisLink({ url: redis.url, commandTimeoutMs: 2_000, contentTimeoutMs: 2_000, probe: 'beat' }),
  );
  onTestFinished(() => links.forEach((link) => link.close()));
  for (const link of links) {
    link.follow('lists', () => {});
    link.onStatus(({ state }) => void told.push(state));
    link.onGap(() => void told.push('gap'));
  }

  await Promise.all(links.map((link) => link.started()));
  // Answers on a connection arrive in order, so every pending message has been delivered by then.
  await Promise.all(links.map((link) => link.commands.ping()));
  await setImmediate();

  expect(told).toEqual(links.map(() => 'serving'));
});

test('a frozen Redis counts as away until it resumes', async () => {
  const { redis, store } = await openPair();

  redis.freeze();
  await expect(store.sessions.open('a', ages)).rejects.toThrow();
  await away(store);
  redis.thaw();
  await serving(store);

  await store.sessions.open('a', ages);
  expect(await store.sessions.find('a')).toEqual({ resources: [] });
});

test('killed connections reconnect on their own', async () => {
  const { redis, store } = await openPair();
  const other = new Redis(Number(new URL(redis.url).port), '127.0.0.1');
  onTestFinished(() => other.disconnect());

  await other.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await other.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  await away(store);
  await serving(store);

  expect(await store.sessions.find('a')).toBeUndefined();
});

test('a store opens before Redis runs, and connects once it starts', async () => {
  const redis = await openTestRedis();
  onTestFinished(() => redis.close());
  await redis.kill();
  const store = await openRedisStore({ url: redis.url });
  onTestFinished(() => store.close());

  expect(store.status).toMatchObject({ state: 'away', lastError: expect.stringContaining('ECONNREFUSED') });
  await redis.start();
  await serving(store);

  expect(await store.sessions.find('a')).toBeUndefined();
});

test('the status does not contain the password of the URL', async () => {
  const store = await openRedisStore({ url: 'redis://user:secret-word@127.0.0.1:1' });
  onTestFinished(() => store.close());

  expect(JSON.stringify(store.status)).not.toContain('secret-word');
});

test.each([
  ['allkeys-lru', [expect.stringContaining('set it to "noeviction"')]],
  ['noeviction', []],
])('only a policy other than noeviction is a warning: %s', async (policy, warnings) => {
  const { store } = await openPair('--maxmemory-policy', policy);

  expect(store.status.warnings).toEqual(warnings);
});

test('a Redis that does not report its maxmemory-policy is a warning', async () => {
  const { store } = await openPair('--rename-command', 'CONFIG', '');

  expect(store.status.warnings).toEqual([expect.stringContaining('does not say its maxmemory-policy')]);
});

test('no key name contains a session id', async () => {
  const { redis, store } = await openPair();
  await store.sessions.open('session-of-ada', ages);
  await store.events.append('session-of-ada', { stream: 's', number: 1, json: '{}' }, { sender: 'x', requests: [1] });
  const other = new Redis(Number(new URL(redis.url).port), '127.0.0.1');
  onTestFinished(() => other.disconnect());

  const names = await other.keys('*');

  expect(names.length).toBeGreaterThan(2);
  expect(names.join(' ')).not.toContain('session-of-ada');
  expect(names.every((name) => /^sigil:2:[a-z]+:\{[^}]+\}/.test(name))).toBe(true);
});

test('a stream drops its oldest events beyond the byte limit, and cannot resume from before them', async () => {
  const redis = await openTestRedis();
  onTestFinished(() => redis.close());
  const store = await openRedisStore({ url: redis.url, limits: { maxEventBytesPerStream: 10 } });
  onTestFinished(() => store.close());
  for (const [at, json] of ['xxxx', 'xxxx', 'yyyy', 'z'].entries()) {
    await store.events.append('a', { stream: 's', number: at + 1, json });
  }
  const replayed: string[] = [];
  const replay = (number: number) =>
    store.events.replayAfter('a', { stream: 's', number }, ({ json }) => void replayed.push(json));

  expect([await replay(0), await replay(2)]).toEqual([false, true]);
  expect(replayed).toEqual(['yyyy', 'z']);
});
