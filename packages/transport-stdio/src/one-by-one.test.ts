import { expect, test } from 'vitest';
import { OneByOne } from './one-by-one.js';

/** A queue whose handler notes when an item begins and when its work of several steps ends. */
function notingQueue(stepsOf: (item: string) => Promise<unknown> | undefined = fewSteps): {
  readonly queue: OneByOne<string>;
  readonly notes: string[];
  readonly emptied: Promise<void>;
} {
  const notes: string[] = [];
  let tellEmpty = (): void => undefined;
  const emptied = new Promise<void>((resolve) => (tellEmpty = resolve));
  const queue = new OneByOne<string>(
    (item) => {
      notes.push(`${item} begins`);
      const steps = stepsOf(item);
      if (!steps) return true;
      void steps.then(() => notes.push(`${item} ends`));
      return false;
    },
    () => {
      notes.push('empty');
      tellEmpty();
    },
  );
  return { queue, notes, emptied };
}

async function fewSteps(): Promise<void> {
  for (let step = 0; step < 20; step++) await undefined;
}

test('an item is handled when all that the one before could do without waiting is done', async () => {
  const { queue, notes, emptied } = notingQueue();

  queue.add(['a', 'b']);
  await emptied;

  expect(notes).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'empty']);
});

test('items that are done at once follow each other at once', () => {
  const { queue, notes } = notingQueue(() => undefined);

  queue.add(['a', 'b']);

  expect(notes).toEqual(['a begins', 'b begins', 'empty']);
});

test('an item that waits for something holds up no other', async () => {
  const never = new Promise(() => undefined);
  const { queue, notes, emptied } = notingQueue((item) => (item === 'a' ? never : fewSteps()));

  queue.add(['a', 'b']);
  await emptied;

  expect(notes).toEqual(['a begins', 'b begins', 'b ends', 'empty']);
});

test('what comes meanwhile follows what waits', async () => {
  const { queue, notes, emptied } = notingQueue();

  queue.add(['a', 'b']);
  queue.add(['c']);
  await emptied;

  expect(notes.filter((note) => note.endsWith('begins'))).toEqual(['a begins', 'b begins', 'c begins']);
});

test('what waits can be forgotten', async () => {
  const { queue, notes, emptied } = notingQueue();

  queue.add(['a', 'b']);
  queue.clear();
  await emptied;

  expect(notes).toEqual(['a begins', 'a ends', 'empty']);
  expect(queue.isAtWork).toBe(false);
});
