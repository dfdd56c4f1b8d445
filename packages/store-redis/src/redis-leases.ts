/**
 * Keeps leases as keys that expire by the clock of Redis.
 */
import type { Leases } from '@sigil/core/stores';
import type { Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/** Lua: renews without writing a value, which a full memory would refuse. A process that cannot renew counts as gone. */
const hold = scriptOf(`
local holder = redis.call('GET', KEYS[1])
if holder == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if holder then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);

const release = scriptOf(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`);

export function openLeases(link: RedisLink, keys: Keys): Leases {
  const keyOf = (name: string): string => keys.of('lease', name);
  return {
    hold: async (name, holder, ms) => (await link.run(hold, [keyOf(name)], [holder, ms])) === 1,
    findHolder: async (name) => (await link.commands.get(keyOf(name))) ?? undefined,
    async release(name, holder) {
      await link.run(release, [keyOf(name)], [holder]);
    },
  };
}
