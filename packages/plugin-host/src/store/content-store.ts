/**
 * A content store in this process's memory. Core declares the interface of all content stores.
 */
import { cidOf, PluginError } from '@sigil/core/building';
import type { ContentStore } from '@sigil/core/stores';

export type { ContentStore, KeptContent } from '@sigil/core/stores';

/** A store that lasts as long as the process. */
export function openMemoryStore(): ContentStore {
  const kept = new Map<string, { readonly content: Uint8Array; readonly keptAt: Date }>();
  return {
    async put(bytes) {
      const content = Uint8Array.from(bytes);
      const cid = await cidOf(content);
      kept.set(cid, { content, keptAt: new Date() });
      return cid;
    },
    get(cid) {
      const found = kept.get(cid);
      return found ? Promise.resolve(found.content) : Promise.reject(contentMissing(cid));
    },
    has: (cid) => Promise.resolve(kept.has(cid)),
    find(cid) {
      const found = kept.get(cid);
      return Promise.resolve(found && { bytes: found.content.length, keptAt: found.keptAt });
    },
    list: () => Promise.resolve([...kept.keys()]),
    remove(cid, keptBefore) {
      const found = kept.get(cid);
      const stays = !found || (keptBefore !== undefined && found.keptAt >= keptBefore);
      return Promise.resolve(stays ? false : kept.delete(cid));
    },
  };
}

/** Makes the error of every store for a CID that it does not have. */
export function contentMissing(cid: string): PluginError {
  return new PluginError('content-missing', `nothing is kept under the CID ${cid.slice(0, 128)}`);
}
