/**
 * Keeps the pointers of a registry in one hash, and publishes each replacement.
 */
import type { PointerStore } from '@sigil/core/stores';
import type { Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/** A leading mark distinguishes an absent text from an empty one. */
const replace = scriptOf(`
local known = redis.call('HGET', KEYS[1], ARGV[1])
local expected = ARGV[2]
if (not known and expected ~= '-') or (known and '+' .. known ~= expected) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[1])
return 1
`);

export function openPointers(link: RedisLink, keys: Keys): PointerStore {
  const key = keys.of('pointers', 'content');
  const channel = keys.of('notices', 'pointers');
  return {
    names: () => link.commands.hkeys(key),
    find: async (name) => (await link.commands.hget(key, name)) ?? undefined,
    async replace(name, before, after) {
      const expected = before === undefined ? '-' : `+${before}`;
      return (await link.run(replace, [key], [name, expected, after, channel])) === 1;
    },
    onChange(name, listener) {
      const stopFollowing = link.follow(channel, (changed) => {
        if (changed === name) listener();
      });
      const stopGap = link.onGap(listener);
      return () => {
        stopFollowing();
        stopGap();
      };
    },
  };
}
