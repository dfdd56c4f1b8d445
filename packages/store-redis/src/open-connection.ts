/**
 * Opens a connection to Redis that reconnects until it is closed. Commands in flight when it breaks are never sent twice.
 */
import { backOffMs } from '@sigil/core/internal';
import { Redis, type RedisOptions } from 'ioredis';

const retries = { firstMs: 50, longestMs: 500, jitter: 0.2 };
const connectTimeoutMs = 1_000;

type MoreOptions = Pick<RedisOptions, 'enableOfflineQueue' | 'reconnectOnError' | 'socketTimeout'>;

/** @param commandTimeoutMs longest time for one command @returns a connection that connects on request or on first use */
export function openConnection(url: string, commandTimeoutMs: number, more: MoreOptions): Redis {
  const options = {
    lazyConnect: true,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (times: number) => backOffMs(retries, times - 1),
    ...more,
  };
  return new Redis(url, options);
}
