/**
 * A contract for every content store: it returns bytes by the CID they were stored under, or not at all.
 */
import { cidOf } from '@sigil/core/building';
import type { ContentStore } from '@sigil/core/stores';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A store of content. */
export interface OpenContentStore {
  readonly store: ContentStore;
  close(): Promise<void>;
}

const bytes = new TextEncoder().encode('{"name":"Ada"}');

/** @param open an empty store */
export function runContentStoreContract(name: string, open: () => Promise<OpenContentStore>): void {
  describe(`a content store ${name}`, () => {
    let opened: OpenContentStore;
    let store: ContentStore;
    let cid: string;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      cid = await cidOf(bytes);
    });
    afterEach(() => opened.close());

    test('returns stored bytes by their CID', async () => {
      expect(await store.put(bytes)).toBe(cid);

      expect(Buffer.from(await store.get(cid))).toEqual(Buffer.from(bytes));
      expect(await store.has(cid)).toBe(true);
      expect(await store.list()).toEqual([cid]);
      expect(await store.find(cid)).toMatchObject({ bytes: bytes.length });
    });

    test('has no content under an unknown CID', async () => {
      const other = await cidOf(new TextEncoder().encode('other'));

      await expect(store.get(other)).rejects.toMatchObject({ code: 'content-missing' });
      expect(await store.has(other)).toBe(false);
      expect(await store.find(other)).toBeUndefined();
      expect(await store.list()).toEqual([]);
    });

    test('removes content, and reports false for a second removal', async () => {
      await store.put(bytes);

      expect([await store.remove(cid), await store.remove(cid)]).toEqual([true, false]);

      expect(await store.has(cid)).toBe(false);
    });

    test('removes content only if it was put before the given time', async () => {
      const { keptAt } = (await store.put(bytes), (await store.find(cid))!);

      expect(await store.remove(cid, keptAt)).toBe(false);
      expect(await store.remove(cid, new Date(keptAt.getTime() + 1))).toBe(true);
    });

    test.each([
      '',
      '.',
      '../../etc/passwd',
      'bafkrei/../../x',
      '<cid>/..',
      '<cid>\0',
      'Qm'.repeat(23),
      'a'.repeat(100_000),
      '__proto__',
    ])('has no content under an invalid CID: %j', async (form) => {
      await store.put(bytes);

      for (const hostile of [form.replace('<cid>', cid), cid.toUpperCase(), `${cid.slice(0, -1)}\0`]) {
        await expect(store.get(hostile)).rejects.toMatchObject({ code: 'content-missing' });
        expect(await store.has(hostile)).toBe(false);
        expect(await store.remove(hostile)).toBe(false);
      }
      expect(await store.list()).toEqual([cid]);
    });
  });
}
