/**
 * Opens everything that replicas share in one Redis.
 */
import type { TaskStore } from '@sigil/core/internal';
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

/** The address, prefix and limits of a store. */
export interface RedisStoreOptions {
  /** `redis://[user:password@]host:port/database`; `rediss://` for TLS. */
  readonly url: string;
  /** Separates deployments that share a Redis; `sigil` when left out. */
  readonly prefix?: string | undefined;
  /** Limits left out have their defaults. */
  readonly limits?: Partial<RedisLimits>;
}

/** The shared state of replicas, and the storage of a registry. */
export interface RedisStore extends SharedStore {
  readonly contents: ContentStore;
  /** Pointers to published builds. */
  readonly pointers: PointerStore;
}

/**
 * Connects, and retries while Redis is unreachable; `status` reports the state. The caller closes it.
 *
 * @throws RangeError for an invalid limit, TypeError for an invalid URL, Error when the URL leads to a Redis Cluster
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
