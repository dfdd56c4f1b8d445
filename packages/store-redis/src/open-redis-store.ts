/**
 * Opens everything that replicas share in one Redis.
 */
import type { TaskStore } from '@sigil/core/engine';
import type { ContentStore, PointerStore, SharedStore } from '@sigil/core/stores';
import { Keys } from './keys.js';
import { openCallRates } from './redis-call-rates.js';
import { openContents } from './redis-contents.js';
import { RedisEvents } from './redis-events.js';
import { openLeases } from './redis-leases.js';
import { RedisLink } from './redis-link.js';
import { openPointers } from './redis-pointers.js';
import { openMailbox, openNotices } from './redis-post.js';
import { RedisSessions } from './redis-sessions.js';
import { RedisTasks } from './redis-tasks.js';
import { chooseRedisLimits, type RedisLimits } from './limits.js';

/** The place of a store. */
export interface RedisStoreOptions {
  /** `redis://[user:password@]host:port/database`; `rediss://` for TLS. */
  readonly url: string;
  /** Tells deployments apart that share a Redis; `sigil` when left out. */
  readonly prefix?: string | undefined;
  /** Those left out have their defaults. */
  readonly limits?: Partial<RedisLimits>;
}

/** Everything that replicas share, and what a registry keeps. */
export interface RedisStore extends SharedStore {
  readonly contents: ContentStore;
  /** Of the builds that were published. */
  readonly pointers: PointerStore;
}

/**
 * Connects, and goes on trying where there is no Redis yet: `status` tells. Its opener closes it.
 *
 * @throws RangeError when a limit makes no sense, TypeError when the URL is none, Error when it leads to a Redis Cluster
 */
export async function openRedisStore({ url, prefix = 'sigil', limits: given }: RedisStoreOptions): Promise<RedisStore> {
  const limits = chooseRedisLimits(given);
  const keys = new Keys(prefix);
  const { commandTimeoutMs, contentTimeoutMs } = limits;
  const link = new RedisLink({ url, commandTimeoutMs, contentTimeoutMs, probe: keys.of('beat', 'beat') });
  const tasks = new Map<string, TaskStore>();
  try {
    await link.started();
  } catch (cause) {
    link.close();
    throw cause;
  }
  return {
    kind: 'redis',
    sessions: new RedisSessions(link, keys),
    events: new RedisEvents(link, keys, limits),
    tasksOf(server) {
      const store = tasks.get(server) ?? new RedisTasks(link, keys, server);
      tasks.set(server, store);
      return store;
    },
    notices: openNotices(link, keys),
    mailbox: openMailbox(link, keys),
    leases: openLeases(link, keys),
    rates: openCallRates(link, keys),
    contents: openContents(link, keys, limits.maxContentBytes),
    pointers: openPointers(link, keys),
    get status() {
      return link.status;
    },
    onStatus: (listener) => link.onStatus(listener),
    close: async () => link.close(),
  };
}
