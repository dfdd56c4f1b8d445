import type { PassThrough } from 'node:stream';
import type { DashboardData } from '@sigil/console';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DashboardStream } from './dashboard-stream.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const running = { isEnding: () => false, onError: () => undefined };

// The stream writes a view as it is.
const view = (members: object = {}): DashboardData => members as DashboardData;

/** Returns everything that a stream has received so far. */
const eventsOf = (stream: PassThrough): string[] =>
  String(stream.read() ?? '')
    .split('\n\n')
    .filter((event) => event !== '');

test('readers in the same group share one read', async () => {
  const stream = new DashboardStream(running);
  const read = vi.fn(async () => view({ calls: 1 }));
  const other = vi.fn(async () => view({ calls: 0 }));
  const readers = [read, read, other].map((it) => stream.open({ read: it, group: it })!);
  vi.clearAllMocks();

  await vi.advanceTimersByTimeAsync(2_000);

  expect(readers.map(eventsOf)).toEqual([
    ['data: {"calls":1}', 'data: {"calls":1}'],
    ['data: {"calls":1}', 'data: {"calls":1}'],
    ['data: {"calls":0}', 'data: {"calls":0}'],
  ]);
  expect([read.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  for (const reader of readers) reader.destroy();
});

test('a failed read ends the streams of its readers and is reported', async () => {
  const onError = vi.fn();
  const stream = new DashboardStream({ ...running, onError });
  let isBroken = false;
  const read = async (): Promise<DashboardData> => {
    if (isBroken) throw new Error('no numbers');
    return view();
  };
  const [broken, whole] = [
    stream.open({ read, group: 'broken' })!,
    stream.open({ read: async () => view(), group: 'whole' })!,
  ];

  isBroken = true;
  await vi.advanceTimersByTimeAsync(2_000);

  expect([broken.writableEnded, whole.writableEnded]).toEqual([true, false]);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no numbers'));
  for (const reader of [broken, whole]) reader.destroy();
});

test('a stream ends when the credential of its reader expires', async () => {
  const stream = new DashboardStream(running);
  const reader = stream.open({ read: async () => view(), group: 'all', until: Date.now() + 5_000 })!;

  await vi.advanceTimersByTimeAsync(4_000);
  const isOpen = !reader.writableEnded;
  await vi.advanceTimersByTimeAsync(2_000);

  expect([isOpen, reader.writableEnded]).toEqual([true, true]);
  reader.destroy();
});
