import { once } from 'node:events';
import type { CatalogSource } from '@sigil/core/catalog';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxSwapReaders, SwapStream } from './swap-stream.js';

let isEnding: boolean;
type Listener = Parameters<CatalogSource['onChange']>[0];
let listeners: Set<Listener>;

const source = {
  onChange(listener: Listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  isEnding = false;
  listeners = new Set();
});
afterEach(() => vi.useRealTimers());

test('a reader gets an event for each swap, and leaves no listener behind', async () => {
  const stream = new SwapStream({ isEnding: () => isEnding }).open(source)!;
  for (const listener of listeners) listener(new Set());
  const text = String(stream.read());

  const closed = once(stream, 'close');
  stream.destroy();
  await closed;

  expect(text).toBe(': open\n\ndata: swap\n\n');
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
});

test('streams end once the server stops, and a swap after that is no error', () => {
  const stream = new SwapStream({ isEnding: () => isEnding }).open(source)!;

  isEnding = true;
  vi.advanceTimersByTime(2_000);
  for (const listener of listeners) listener(new Set());

  expect(stream.writableEnded).toBe(true);
  stream.destroy();
});

test('one reader too many is refused', () => {
  const stream = new SwapStream({ isEnding: () => isEnding });
  const opened = Array.from({ length: maxSwapReaders + 1 }, () => stream.open(source));

  expect(opened.filter((it) => it === undefined)).toHaveLength(1);
  expect(opened.at(-1)).toBeUndefined();
  for (const it of opened) it?.destroy();
});
