import { cidOf } from '@sigil/core/building';
import { localPrincipal, type Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryStore } from '@sigil/plugin-host';
import { openKeptResults, type KeptResultsOptions } from './keep-large-results.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nobody: Principal = localPrincipal;
const [ann, bob] = ['ann', 'bob'].map((id): Principal => ({ id, issuer: '', scopes: [], claims: {} })) as [
  Principal,
  Principal,
];
const reportOf = (text: string) => ({ text, mimeType: 'text/plain', tool: 'report', isReadableBy: () => true });

function keeperOf(options: KeptResultsOptions = {}) {
  const store = openMemoryStore();
  const kept = openKeptResults(store, { maxKeptBytes: 10, keptResultLifetimeMs: 1000, ...options });
  const keep = (text: string, server = 'a', caller = nobody) =>
    kept.of(server).keep({ ...reportOf(text), owner: principalKey(caller) });
  return { store, kept, keep };
}

test('a result is stored under the CID of its text, with a link that gives its name, type and size', async () => {
  const { store, keep } = keeperOf();

  const link = await keep('é1');

  const cid = await cidOf('é1');
  expect(link).toEqual({
    type: 'resource_link',
    uri: `cid://${cid}`,
    name: 'report',
    description: 'The whole result of tool "report"',
    mimeType: 'text/plain',
    size: 3,
  });
  expect(Buffer.from(await store.get(cid)).toString()).toBe('é1');
});

test('a kept result is visible only to its server', async () => {
  const { kept, keep } = keeperOf();
  await keep('one', 'a');
  const cid = await cidOf('one');

  expect([kept.of('a').mimeTypeOf(cid, nobody), kept.of('b').mimeTypeOf(cid, nobody)]).toEqual([
    'text/plain',
    undefined,
  ]);
  await keep('one', 'b');

  expect([kept.of('a').mimeTypeOf(cid, nobody), kept.of('b').mimeTypeOf(cid, nobody)]).toEqual([
    'text/plain',
    'text/plain',
  ]);
});

test('a kept result is visible only to its caller', async () => {
  const { kept, keep } = keeperOf({ maxKeptBytes: 20 });
  await keep('one', 'a', ann);
  await keep('two', 'a', ann);
  await keep('two', 'a', bob);
  const seen = async (caller: Principal) =>
    Promise.all(['one', 'two'].map(async (text) => kept.of('a').mimeTypeOf(await cidOf(text), caller) !== undefined));

  expect(await seen(ann)).toEqual([true, true]);
  expect(await seen(bob)).toEqual([false, true]);
  expect(await seen(nobody)).toEqual([false, false]);
});

test('a caller that exceeds its share evicts only its own oldest results', async () => {
  const { kept, keep, store } = keeperOf();
  await keep('bb', 'a', bob);
  await keep('xx', 'a', bob);
  await keep('xx', 'a', ann);
  await keep('aaa', 'a', ann);
  await keep('cc', 'a', ann);
  const cids = await Promise.all(['bb', 'xx', 'aaa', 'cc'].map((text) => cidOf(text)));

  const has = (caller: Principal) => cids.map((cid) => kept.of('a').mimeTypeOf(cid, caller) !== undefined);

  expect(has(ann)).toEqual([false, false, true, true]);
  expect(has(bob)).toEqual([true, true, false, false]);
  expect(await store.list()).toHaveLength(4);
  expect(await keep('longer', 'a', ann)).toBeUndefined();
});

test('the oldest results are evicted beyond maxKeptBytes, and keeping a result again renews it', async () => {
  const { store, keep } = keeperOf();

  await keep('aaaa');
  await keep('bbbb');
  await keep('aaaa');
  await keep('cccc');

  expect(new Set(await store.list())).toEqual(new Set([await cidOf('aaaa'), await cidOf('cccc')]));
});

test('a result longer than maxKeptBytes is not kept', async () => {
  const { store, keep } = keeperOf();
  await keep('aaaa');

  expect(await keep('x'.repeat(11))).toBeUndefined();
  expect(await store.list()).toHaveLength(1);
});

test('an expired result is removed without any request', async () => {
  const { store, kept, keep } = keeperOf();
  await keep('aaaa');
  await vi.advanceTimersByTimeAsync(600);
  await keep('bbbb');

  await vi.advanceTimersByTimeAsync(400);

  expect(kept.of('a').mimeTypeOf(await cidOf('aaaa'), nobody)).toBeUndefined();
  expect(await store.list()).toEqual([await cidOf('bbbb')]);
  await vi.advanceTimersByTimeAsync(600);
  expect(await store.list()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('content that was in the store before is not removed with the kept results', async () => {
  const { store, kept, keep } = keeperOf();
  const cid = await store.put(Buffer.from('aaaa'));

  await keep('aaaa');
  await keep('bbbb');
  await keep('cccc');
  await kept.close();

  expect(await store.list()).toEqual([cid]);
});

test('concurrent results are counted like sequential ones', async () => {
  const { store, keep } = keeperOf();

  await Promise.all(Array.from({ length: 20 }, (_, index) => keep(`${1000 + index}`)));

  expect(await store.list()).toHaveLength(2);
});

test('a store failure affects only the result that hit it', async () => {
  const { store, kept, keep } = keeperOf();
  const put = store.put.bind(store);
  store.put = () => Promise.reject(new Error('disk full'));

  await expect(keep('aaaa')).rejects.toThrow('disk full');
  store.put = put;

  expect(await keep('bbbb')).toBeDefined();
  await kept.close();
  expect(await store.list()).toEqual([]);
});

test('a result that several tools gave is readable while one of them may be called, and else refused with their reason', async () => {
  const { kept } = keeperOf();
  const results = kept.of('a');
  const scoped = { owner: principalKey(ann), isReadableBy: (caller: Principal) => requireOf(caller, 'orders') };
  const cid = await cidOf('one');
  const refusal = () => results.mimeTypeOf(cid, ann);

  await results.keep({ ...reportOf('one'), ...scoped });
  expect(refusal).toThrow('orders');
  await results.keep({ ...reportOf('one'), ...scoped, tool: 'hidden', isReadableBy: () => false });
  expect(refusal).toThrow('orders');
  await results.keep({ ...reportOf('one'), ...scoped, tool: 'open', isReadableBy: () => true });

  expect(results.mimeTypeOf(cid, ann)).toBe('text/plain');
});

function requireOf({ scopes }: Principal, scope: string): boolean {
  if (scopes.includes(scope)) return true;
  throw new Error(`this needs the scope ${scope}`);
}
