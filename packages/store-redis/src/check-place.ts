/**
 * Checks that a Redis can serve as the shared store of replicas.
 */
import type { Redis } from 'ioredis';

/** A Redis that will never serve, so waiting is useless. */
export class RefusedRedisError extends Error {
  override readonly name = 'RefusedRedisError';
}

/**
 * @param probe a key that never exists: deleting it changes nothing, but fails where writes are refused
 * @throws RefusedRedisError for a node of a Redis Cluster; Error for one that takes no writes now
 */
export async function checkPlace(redis: Redis, probe: string): Promise<void> {
  // If this user may not run INFO, a cluster shows with the first key that belongs to another node.
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
