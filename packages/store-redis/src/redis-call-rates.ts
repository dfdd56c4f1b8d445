/**
 * Keeps a token bucket per client. It fills by the clock of Redis and is deleted once it is full.
 */
import type { CallRates } from '@sigil/core/stores';
import { digestOf, type Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

const spend = scriptOf(`
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local most = tonumber(ARGV[2])
local bucket = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = tonumber(bucket[1] or most) + math.max(0, now - tonumber(bucket[2] or now)) * most / 1000
left = math.max(-most, math.min(most, left) - ARGV[1])
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], 2100)
return tostring(left)
`);

export function openCallRates(link: RedisLink, keys: Keys): CallRates {
  return {
    async spend(client, calls, maxCallsPerSecond) {
      return Number(await link.run(spend, [keys.of('rate', digestOf(client))], [calls, maxCallsPerSecond]));
    },
  };
}
