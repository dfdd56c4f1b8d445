import { openTestRedis, type TestRedis } from '@sigil/test-support/redis-server';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openRedisStore } from './open-redis-store.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.close());

async function openTwo(prefix: string) {
  const both = await Promise.all([0, 1].map(() => openRedisStore({ url: redis.url, prefix })));
  onTestFinished(async () => void (await Promise.all(both.map((store) => store.close()))));
  return both.map(({ pointers }) => pointers);
}

test('replace succeeds only with the current value, and for only one of several writers', async () => {
  const [here, there] = await openTwo('replace');

  const made = await Promise.all([here!.replace('a', undefined, '1'), there!.replace('a', undefined, '2')]);
  const first = await here!.find('a');
  const changed = [
    await here!.replace('a', 'other', '3'),
    await there!.replace('a', first, ''),
    await here!.replace('a', '', '4'),
  ];

  expect(made.toSorted()).toEqual([false, true]);
  expect(changed).toEqual([false, true, true]);
  expect([await there!.find('a'), await there!.find('b')]).toEqual(['4', undefined]);
  expect(await there!.names()).toEqual(['a']);
});

test('a replaced pointer notifies a listener in another process until it stops listening', async () => {
  const [here, there] = await openTwo('changes');
  const heard = vi.fn();
  const stop = there!.onChange('a', heard);
  await vi.waitFor(async () => {
    await here!.replace('a', await here!.find('a'), String(Math.random()));
    expect(heard).toHaveBeenCalled();
  }, 20_000);

  await here!.replace('b', undefined, '1');
  stop();
  const before = heard.mock.calls.length;
  await here!.replace('a', await here!.find('a'), 'last');
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(heard.mock.calls.length).toBe(before);
});
