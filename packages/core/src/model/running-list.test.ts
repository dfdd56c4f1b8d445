import { expect, test } from 'vitest';
import { steppedClock } from './clock.test-support.js';
import { RunningList } from './running-list.js';

function listOf(...items: string[]) {
  const list = new RunningList<string>();
  return { list, entries: items.map((item) => list.add(item)) };
}

test.each([
  ['the oldest', 0, ['b', 'c']],
  ['one between', 1, ['a', 'c']],
  ['the newest', 2, ['a', 'b']],
])('%s is removed, and the others keep their order', (_which, at, left) => {
  const { list, entries } = listOf('a', 'b', 'c');

  expect(list.remove(entries[at]!)).toBe(true);

  expect(list.items()).toEqual(left);
  expect(list.size).toBe(2);
});

test('a removed item cannot be removed again', () => {
  const { list, entries } = listOf('a', 'b');

  list.remove(entries[0]!);

  expect(list.remove(entries[0]!)).toBe(false);
  expect(list.size).toBe(1);
});

test('an emptied list accepts new items', () => {
  const { list, entries } = listOf('a');

  list.remove(entries[0]!);
  list.add('b');

  expect(list.items()).toEqual(['b']);
});

test('equal items are separate entries', () => {
  const { list, entries } = listOf('a', 'a');

  list.remove(entries[1]!);

  expect(list.items()).toEqual(['a']);
});

test('work is listed until it settles', async () => {
  const { list } = listOf();

  const failing = list.during('a', Promise.reject(new Error('failed')));
  expect(list.items()).toEqual(['a']);

  await expect(failing).rejects.toThrow('failed');
  expect(list.size).toBe(0);
});

test('a list is waited for until it is empty', async () => {
  const { list, entries } = listOf('a', 'b');
  const waits = [list.untilEmpty(1_000, steppedClock()), list.untilEmpty(1_000, steppedClock())];

  for (const entry of entries) list.remove(entry);

  expect(await Promise.all(waits)).toEqual([[], []]);
});

test('a list is waited for no longer than the limit, and its items are returned', async () => {
  const { list, entries } = listOf('a', 'b');
  const clock = steppedClock();
  const wait = list.untilEmpty(1_000, clock);

  list.remove(entries[0]!);
  clock.advance(1_000);

  expect(await wait).toEqual(['b']);
  expect(await list.untilEmpty(0, clock)).toEqual(['b']);
});
