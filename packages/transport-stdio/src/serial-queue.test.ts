import { EventLoopYield } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.js';

/** A condition that a queue may have to wait for. */
interface Waits {
  readonly loop?: EventLoopYield;
  readonly untilRead?: () => Promise<void> | undefined;
}

/** A queue whose handler records when an item begins and when its multi-step work ends. */
function notingQueue(
  stepsOf: (item: string) => Promise<unknown> | undefined = fewSteps,
  { loop = new EventLoopYield(), untilRead = () => undefined }: Waits = {},
): {
  readonly queue: SerialQueue<string>;
  readonly notes: string[];
  readonly emptied: Promise<void>;
} {
  const notes: string[] = [];
  let tellEmpty = (): void => undefined;
  const emptied = new Promise<void>((resolve) => (tellEmpty = resolve));
  const queue = new SerialQueue<string>({
    handle: (item) => {
      notes.push(`${item} begins`);
      const steps = stepsOf(item);
      void steps?.then(() => notes.push(`${item} ends`));
    },
    untilRead,
    onWait: () => notes.push('wait'),
    onEmpty: () => {
      notes.push('empty');
      tellEmpty();
    },
    loop,
  });
  return { queue, notes, emptied };
}

async function fewSteps(): Promise<void> {
  for (let step = 0; step < 20; step++) await undefined;
}

test('an item is handled after the pending microtasks of the one before it', async () => {
  const { queue, notes, emptied } = notingQueue();

  queue.add(['a', 'b']);
  await emptied;

  expect(notes).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'empty']);
});

test('an item that never completes does not block the others', async () => {
  const never = new Promise(() => undefined);
  const { queue, notes, emptied } = notingQueue((item) => (item === 'a' ? never : fewSteps()));

  queue.add(['a', 'b']);
  await emptied;

  expect(notes).toEqual(['a begins', 'b begins', 'b ends', 'empty']);
});

test('items added later are handled after the waiting ones', async () => {
  const { queue, notes, emptied } = notingQueue();

  queue.add(['a', 'b']);
  queue.add(['c']);
  await emptied;

  expect(notes.filter((note) => note.endsWith('begins'))).toEqual(['a begins', 'b begins', 'c begins']);
});

test('clear drops the waiting items', async () => {
  const { queue, notes, emptied } = notingQueue();

  queue.add(['a', 'b']);
  queue.clear();
  await emptied;

  expect(notes).toEqual(['a begins', 'a ends', 'empty']);
  expect(queue.isAtWork).toBe(false);
});

/** A loop in which an item takes 15 ms by its own clock, and whose turns the test controls. */
function slowLoop() {
  const clock = { now: 0 };
  const turns: (() => void)[] = [];
  const loop = new EventLoopYield({ now: () => clock.now, nextTurn: (work) => void turns.push(work) });
  const turn = async (): Promise<void> => {
    for (const work of turns.splice(0)) work();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, loop, turn };
}

test.each([
  ['at once', () => undefined],
  ['after a while', () => Promise.resolve()],
])('items that complete %s yield to the event loop after more than 20 ms', async (_when, stepsOf) => {
  const { clock, loop, turn } = slowLoop();
  const takes = (): Promise<unknown> | undefined => ((clock.now += 15), stepsOf());
  const { queue, notes, emptied } = notingQueue(takes, { loop });
  const begun = (): string[] => notes.filter((note) => !note.endsWith('ends'));

  queue.add(['a', 'b', 'c', 'd', 'e']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun()).toEqual(['a begins', 'b begins', 'c begins', 'wait']);
  queue.add(['f']);
  await turn();
  expect(begun().slice(4)).toEqual(['d begins', 'e begins', 'wait']);
  await turn();
  await emptied;

  expect(begun().slice(7)).toEqual(['f begins', 'empty']);
});

test('an item waits for both the reader and its turn of the event loop', async () => {
  const { clock, loop, turn } = slowLoop();
  let tellRead = (): void => undefined;
  let reading: Promise<void> | undefined = undefined;
  const takes = (item: string): undefined => {
    clock.now += 15;
    if (item === 'c') reading = new Promise((resolve) => (tellRead = resolve));
  };
  const { queue, notes, emptied } = notingQueue(takes, { loop, untilRead: () => reading });

  queue.add(['a', 'b', 'c', 'd']);
  await new Promise((resolve) => setImmediate(resolve));
  reading = undefined;
  tellRead();
  await new Promise((resolve) => setImmediate(resolve));
  expect(notes).toEqual(['a begins', 'b begins', 'c begins', 'wait', 'wait']);
  await turn();
  await emptied;

  expect(notes.slice(5)).toEqual(['d begins', 'empty']);
});
