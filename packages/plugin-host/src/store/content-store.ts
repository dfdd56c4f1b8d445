/**
 * Bytes by their CID. What comes out is what went in, or an error: a store never gives bytes that do not match.
 */
import { PluginError } from '@sigil/core';
import { cidOf } from './cid.js';

export interface ContentStore {
  /** Keeps the bytes. Keeping the same bytes again changes nothing. @returns their CID */
  put(bytes: Uint8Array): Promise<string>;
  /** @throws PluginError `content-missing`, or `content-mismatch` when what is kept was changed */
  get(cid: string): Promise<Uint8Array>;
  has(cid: string): Promise<boolean>;
  /** Every CID that is kept, in no order. */
  list(): Promise<readonly string[]>;
  /** Forgets the bytes; nothing happens when there are none. */
  remove(cid: string): Promise<void>;
}

/** A store that lasts as long as the process. */
export function openMemoryStore(): ContentStore {
  const kept = new Map<string, Uint8Array>();
  return {
    put(bytes) {
      const cid = cidOf(bytes);
      kept.set(cid, Uint8Array.from(bytes));
      return Promise.resolve(cid);
    },
    get(cid) {
      const bytes = kept.get(cid);
      return bytes ? Promise.resolve(bytes) : Promise.reject(contentMissing(cid));
    },
    has: (cid) => Promise.resolve(kept.has(cid)),
    list: () => Promise.resolve([...kept.keys()]),
    remove(cid) {
      kept.delete(cid);
      return Promise.resolve();
    },
  };
}

/** The error of every store for a CID that it does not have. */
export function contentMissing(cid: string): PluginError {
  return new PluginError('content-missing', `nothing is kept under the CID ${cid.slice(0, 128)}`);
}
