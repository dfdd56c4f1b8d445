/**
 * A content store that reads missing content from other stores, such as a deployed folder or a registry, and never writes there.
 */
import type { ContentStore } from '@sigil/plugin-host';

/** Returns the first copy that is found; a damaged one is an error. */
export function layeredStore(own: ContentStore, others: readonly Pick<ContentStore, 'get' | 'has'>[]): ContentStore {
  return {
    async get(cid) {
      for (const store of others) if (!(await own.has(cid)) && (await store.has(cid))) return store.get(cid);
      return own.get(cid);
    },
    // Written out, since a spread would lose the methods of a class.
    put: (bytes) => own.put(bytes),
    has: (cid) => own.has(cid),
    find: (cid) => own.find(cid),
    list: () => own.list(),
    remove: (cid, keptBefore) => own.remove(cid, keptBefore),
  };
}
