/**
 * A content store that reads from others what it does not have: a deployed folder, a registry. It writes to none of them.
 */
import type { ContentStore } from '@sigil/plugin-host';

/** Content that was changed is an error wherever it is found first. */
export function layeredStore(own: ContentStore, others: readonly ContentStore[]): ContentStore {
  return {
    ...own,
    async get(cid) {
      for (const store of others) if (!(await own.has(cid)) && (await store.has(cid))) return store.get(cid);
      return own.get(cid);
    },
  };
}
