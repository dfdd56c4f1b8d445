/**
 * Reads the content of a store as text or as a JSON object, and caches it, since the content of a CID never changes.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import type { ContentStore } from '@sigil/plugin-host';

/** Rejects as the store does; failed reads are not cached. */
export interface CidReader {
  readonly store: ContentStore;
  readText(cid: string): Promise<string>;
  /** @throws Error when it is not a JSON object */
  readJson(cid: string): Promise<JsonObject>;
}

/** The size of the cache, in CIDs; configurations are few and small, so usually each is read once. */
const mostKept = 1_000;

export function openCidReader(store: ContentStore): CidReader {
  const texts = new Map<string, Promise<string>>();
  const objects = new Map<string, Promise<JsonObject>>();
  const readText = (cid: string): Promise<string> =>
    once(texts, cid, async () => new TextDecoder().decode(await store.get(cid)));
  const readJson = (cid: string): Promise<JsonObject> =>
    once(objects, cid, async () => parseObject(await readText(cid)));
  return { store, readText, readJson };
}

function once<Value>(kept: Map<string, Promise<Value>>, cid: string, read: () => Promise<Value>): Promise<Value> {
  const known = kept.get(cid);
  if (known) return known;
  const reading = read();
  kept.set(cid, reading);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  reading.catch(() => kept.delete(cid));
  return reading;
}

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error('expected a JSON object');
  return value;
}
