import { expect, test } from 'vitest';
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
