/**
 * Stores content by its CID, for installations too small for their own registry. Never returns bytes that do not match their CID.
 */
import { cidOf, PluginError } from '@sigil/core/building';
import type { ContentStore } from '@sigil/core/stores';
import { digestOf, type Keys } from './keys.js';
import { scriptOf, type RedisLink } from './redis-link.js';

/** Lua. KEYS: the bytes, when each was put. Sent as text: the script is short, and the bytes must not be sent twice. */
const put = `
local time = redis.call('TIME')
redis.call('SET', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[2])
`;

const remove = scriptOf(`
local keptAt = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not keptAt or (ARGV[2] ~= '' and tonumber(keptAt) >= tonumber(ARGV[2])) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
`);

/** @param maxContentBytes limit for one file: Redis keeps everything in memory */
export function openContents(link: RedisLink, keys: Keys, maxContentBytes: number): ContentStore {
  const index = keys.of('contents', 'content');
  const keyOf = (cid: string): string => keys.of('content', 'content', digestOf(cid));
  const find: ContentStore['find'] = async (cid) => {
    const [keptAt, bytes] = await Promise.all([link.commands.zscore(index, cid), link.commands.strlen(keyOf(cid))]);
    return keptAt === null ? undefined : { bytes, keptAt: new Date(Number(keptAt)) };
  };
  return {
    async put(bytes) {
      const cid = await cidOf(bytes);
      if (bytes.length > maxContentBytes)
        throw new Error(
          `a file of ${bytes.length} bytes is more than Redis is given (limit maxContentBytes, ${maxContentBytes})`,
        );
      await link.contents.eval(put, 2, keyOf(cid), index, Buffer.from(bytes), cid);
      return cid;
    },
    async get(cid) {
      const bytes = await link.contents.getBuffer(keyOf(cid));
      if (!bytes) throw new PluginError('content-missing', `nothing is kept under the CID ${cid.slice(0, 128)}`);
      if ((await cidOf(bytes)) === cid) return bytes;
      throw new PluginError('content-mismatch', `what is kept under the CID ${cid.slice(0, 128)} is something else`);
    },
    has: async (cid) => (await find(cid)) !== undefined,
    find,
    list: () => link.commands.zrange(index, '0', '-1'),
    async remove(cid, keptBefore) {
      return (await link.run(remove, [keyOf(cid), index], [cid, keptBefore?.getTime() ?? ''])) === 1;
    },
  };
}
