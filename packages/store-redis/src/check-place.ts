/**
 * Checks that a Redis is one that can keep what replicas share.
 */
import type { Redis } from 'ioredis';

/** A Redis that will never serve, however long one waits. */
export class RefusedRedisError extends Error {
  override readonly name = 'RefusedRedisError';
}

/**
 * @param probe a key that is never there: deleting it changes nothing, and is refused where nothing may be written
 * @throws RefusedRedisError for a node of a Redis Cluster; Error for one that takes no writes now
 */
export async function checkPlace(redis: Redis, probe: string): Promise<void> {
  // Who may not ask, or cannot, hears of a cluster with the first key that stands on another node.
  const cluster = await redis.info('cluster').catch((error: Error) => {
    if (/^(NOPERM|ERR) /.test(error.message)) return '';
    throw error;
  });
  if (cluster.includes('cluster_enabled:1'))
    throw new RefusedRedisError(
      'it is a node of a Redis Cluster, which is not supported: name the one address of a primary, with or without replicas behind it',
    );
  await redis.del(probe);
}
