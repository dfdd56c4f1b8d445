import {
  runCallRatesContract,
  runContentStoreContract,
  runEventStoreContract,
  runLeasesContract,
  runPostContract,
  runSessionStoreContract,
  runTaskStoreContract,
} from '@sigil/testing/contracts';
import { openTestRedis, type TestRedis } from '@sigil/test-support/redis-server';
import { afterAll, beforeAll } from 'vitest';
import { openRedisStore, type RedisStore } from './open-redis-store.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis.close());

let count = 0;

/** Opens two replicas of a deployment of their own. */
async function openTwo(): Promise<{ both: readonly [RedisStore, RedisStore]; close(): Promise<void> }> {
  const options = { url: redis.url, prefix: `test-${++count}` };
  const both = await Promise.all([openRedisStore(options), openRedisStore(options)]);
  return { both, close: async () => void (await Promise.all(both.map((store) => store.close()))) };
}

const realTime = {
  now: () => Date.now(),
  pass: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms + 20)),
};

runSessionStoreContract('in Redis', async () => {
  const { both, close } = await openTwo();
  return { stores: [both[0].sessions, both[1].sessions], ...realTime, close };
});

runEventStoreContract('in Redis', async () => {
  const { both, close } = await openTwo();
  return { stores: [both[0].events, both[1].events], close };
});

runTaskStoreContract('in Redis', async () => {
  const { both, close } = await openTwo();
  return { stores: [both[0].tasksOf('demo'), both[1].tasksOf('demo')], ...realTime, close };
});

runPostContract('through Redis', async () => {
  const { both, close } = await openTwo();
  return {
    notices: [both[0].notices, both[1].notices],
    mailboxes: [both[0].mailbox, both[1].mailbox],
    close,
  };
});

runLeasesContract('in Redis', async () => {
  const { both, close } = await openTwo();
  return { leases: [both[0].leases, both[1].leases], ...realTime, close };
});

runCallRatesContract('in Redis', async () => {
  const { both, close } = await openTwo();
  return { rates: [both[0].rates, both[1].rates], ...realTime, close };
});

runContentStoreContract('in Redis', async () => {
  const { both, close } = await openTwo();
  return { store: both[0].contents, close };
});
