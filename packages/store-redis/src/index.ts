export type { RedisLimits } from './limits.js';
export { openRedisStore, type RedisStore, type RedisStoreOptions } from './open-redis-store.js';
