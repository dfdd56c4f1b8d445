import { expect, test } from 'vitest';
import { ages, connectBeside, openStore, startRedis } from './store.test-support.js';
import { caps, taskOf } from './tasks.test-support.js';

const settings = ['--maxmemory', '3mb', '--maxmemory-policy', 'noeviction'];
const most = 40_000;
const atATime = 500;

/** @returns the error that ended it */
async function fill(add: (at: number) => Promise<unknown>): Promise<unknown> {
  for (let at = 0; at < most; at += atATime) {
    const added = await Promise.allSettled(Array.from({ length: atATime }, (_, more) => add(at + more)));
    const failed = added.find(({ status }) => status === 'rejected');
    if (failed) return (failed as PromiseRejectedResult).reason;
  }
  return undefined;
}

test('sessions, messages for them and tasks are refused when the memory of Redis is full', async () => {
  const redis = await startRedis(...settings);
  const store = await openStore(redis.url, { commandTimeoutMs: 5_000 });
  const other = connectBeside(redis);
  const tasks = store.tasksOf('demo');

  const errors = [await fill((at) => store.sessions.open(`s${at}`, ages))];
  await other.flushall();
  errors.push(await fill((at) => tasks.create(taskOf(`t${at}`), caps)));
  await other.flushall();
  await store.sessions.open('a', ages);
  await store.leases.hold('process', 'p', 60_000);
  errors.push(await fill((at) => store.sessions.hold('a', `message ${at}`, { most })));

  for (const error of errors) expect(String(error)).toContain('OOM');
  expect([await store.sessions.touch('a'), await store.leases.hold('process', 'p', 60_000)]).toEqual([true, true]);
  expect(store.status.state).toBe('serving');
});

test('opening a session again clears its previous state', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url);
  await store.sessions.open('a', ages);
  await store.sessions.keepWish('a', { subscribe: 'file:///a' });
  await store.sessions.hold('a', 'message', { most: 9 });

  await store.sessions.open('a', ages);

  expect(await store.sessions.find('a')).toEqual({ resources: [] });
  expect(await store.sessions.listen('a', 'p')).toEqual({ held: [] });
});
