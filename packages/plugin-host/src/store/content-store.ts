/**
 * Bytes by their CID. The bytes that come out are those that went in, or there is an error: a store never gives bytes
 * that do not match.
 */
import { cidOf, PluginError } from '@sigil/core/building';

/** Facts about bytes that a store knows without reading them. */
export interface KeptContent {
  readonly bytes: number;
  /** Time at which they were last put. */
  readonly keptAt: Date;
}

export interface ContentStore {
  /** Keeps the bytes. Keeping the same bytes again changes nothing but when they were last put. @returns their CID */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws PluginError `content-missing`, or `content-mismatch` when what is kept was changed */
  get(cid: string): Promise<Uint8Array>;
  has(cid: string): Promise<boolean>;
  /** Undefined when nothing is kept under the CID. */
  find(cid: string): Promise<KeptContent | undefined>;
  /** Every CID that is kept, in no order. */
  list(): Promise<readonly string[]>;
  /**
   * Forgets the bytes; nothing happens when there are none.
   *
   * @param keptBefore bytes that were put at this time or later stay
   * @returns whether there were bytes and now are none
   */
  remove(cid: string, keptBefore?: Date): Promise<boolean>;
}

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

/** The error of every store for a CID that it does not have. */
export function contentMissing(cid: string): PluginError {
  return new PluginError('content-missing', `nothing is kept under the CID ${cid.slice(0, 128)}`);
}
