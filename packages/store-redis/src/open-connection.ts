/**
 * Opens a connection to Redis that goes on trying. Commands that were under way when it broke are never sent twice.
 */
import { Redis, type RedisOptions } from 'ioredis';

const longestRetryMs = 400;
const retryJitterMs = 100;
const connectTimeoutMs = 1_000;

type MoreOptions = Pick<RedisOptions, 'enableOfflineQueue' | 'reconnectOnError' | 'socketTimeout'>;

/** @param commandTimeoutMs the longest that a command may take @returns one that connects when it is told to, or first used */
export function openConnection(url: string, commandTimeoutMs: number, more: MoreOptions): Redis {
  const options = {
    lazyConnect: true,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (times: number) =>
      Math.min(25 * 2 ** Math.min(times, 10), longestRetryMs) + Math.random() * retryJitterMs,
    ...more,
  };
  return new Redis(url, options);
}
