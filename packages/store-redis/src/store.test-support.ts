/**
 * Opens stores for tests, each with a Redis of its own.
 */
import { openTestRedis, type TestRedis } from '@sigil/test-support/redis-server';
import { Redis } from 'ioredis';
import { expect, onTestFinished, vi } from 'vitest';
import type { RedisLimits } from './limits.js';
import { openRedisStore, type RedisStore } from './open-redis-store.js';

/** @param settings arguments of the Redis server @returns a Redis that stops with the test */
export async function startRedis(...settings: string[]): Promise<TestRedis> {
  const redis = await openTestRedis(...settings);
  onTestFinished(() => redis.close());
  return redis;
}

/** @returns a store that is closed with the test */
export async function openStore(url: string, limits: Partial<RedisLimits> = {}): Promise<RedisStore> {
  const store = await openRedisStore({ url, limits });
  onTestFinished(() => store.close());
  return store;
}

/** @returns a second connection to the store's Redis */
export function connectBeside({ url }: Pick<TestRedis, 'url'>): Redis {
  const other = new Redis(url);
  onTestFinished(() => other.disconnect());
  return other;
}

/** Resolves once the store has that state. */
export async function stateOf(store: RedisStore, state: 'serving' | 'away'): Promise<void> {
  await vi.waitFor(() => expect(store.status.state).toBe(state), { timeout: 10_000, interval: 10 });
}

/** Ages of the sessions in tests. */
export const ages = { idleMs: 60_000, lifetimeMs: 60_000 };
