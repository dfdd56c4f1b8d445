import { expect, test } from 'vitest';
import { connectBeside, openStore, startRedis } from './store.test-support.js';

test('events dropped by the count limit no longer count towards the byte limit', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url, { maxEventsPerStream: 10, maxEventBytesPerStream: 20_000 });
  const json = 'x'.repeat(100);
  const replays: boolean[] = [];

  for (let number = 1; number <= 600; number++) {
    await store.events.append('a', { stream: 's', number, json });
    if (number > 10) replays.push(await store.events.replayAfter('a', { stream: 's', number: number - 9 }, () => {}));
  }

  expect(replays.filter((isWhole) => !isWhole)).toEqual([]);
});

test('the byte limit also applies to a stream that has dropped its oldest events', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url, { maxEventsPerStream: 10, maxEventBytesPerStream: 20_000 });
  const replay = (number: number) => store.events.replayAfter('a', { stream: 's', number }, () => {});
  for (let number = 1; number <= 500; number++)
    await store.events.append('a', { stream: 's', number, json: 'x'.repeat(100) });

  await store.events.append('a', { stream: 's', number: 501, json: 'x'.repeat(19_950) });

  expect([await replay(499), await replay(500)]).toEqual([false, true]);
});

test('a stream started by another version continues within the byte limit', async () => {
  const redis = await startRedis();
  const store = await openStore(redis.url, { maxEventBytesPerStream: 300 });
  const other = connectBeside(redis);
  await store.events.append('a', { stream: 's', number: 1, json: 'x'.repeat(10) });
  const [key = ''] = await other.keys('sigil:2:events:*');
  const [about = ''] = await other.keys('sigil:2:origin:*');
  await other.del(key, about);
  await other.xadd(key, '1-0', 'json', 'x'.repeat(10), 'last', '');
  await other.hset(about, 'bytes', 10);

  for (let number = 2; number <= 5; number++)
    await store.events.append('a', { stream: 's', number, json: 'x'.repeat(80) });

  const replay = (number: number) => store.events.replayAfter('a', { stream: 's', number }, () => {});
  expect([await replay(3), await replay(4)]).toEqual([false, true]);
});
