/**
 * A content store that reads missing content from other stores, such as a deployed folder or a registry, and never writes there.
 */
import type { ContentStore } from '@sigil/plugin-host';

/** Content that was changed is an error wherever it is found first. */
export function layeredStore(own: ContentStore, others: readonly Pick<ContentStore, 'get' | 'has'>[]): ContentStore {
  return {
    async get(cid) {
      for (const store of others) if (!(await own.has(cid)) && (await store.has(cid))) return store.get(cid);
      return own.get(cid);
    },
    // Each by itself: a store may be an instance of a class, whose methods a spread leaves out.
    put: (bytes) => own.put(bytes),
    has: (cid) => own.has(cid),
    find: (cid) => own.find(cid),
    list: () => own.list(),
    remove: (cid, keptBefore) => own.remove(cid, keptBefore),
  };
}
