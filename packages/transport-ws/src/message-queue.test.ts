import { EventLoopYield } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import { MessageQueue } from './message-queue.js';

/** A queue whose messages take 8 ms each by its own clock, with turns that the test controls. */
function slowQueue() {
  const clock = { now: 0 };
  const turns: (() => void)[] = [];
  const notes: string[] = [];
  const reader = { isBehind: false };
  const queue: MessageQueue<string> = new MessageQueue({
    handle: (text) => {
      clock.now += 8;
      notes.push(text);
      if (text === 'leave') queue.clear();
      if (text === 'long') reader.isBehind = true;
    },
    isUnread: () => reader.isBehind,
    isBusy: () => notes.length > 0,
    onChange: () => notes.push(queue.isWaiting ? 'pause' : 'resume'),
    loop: new EventLoopYield({ now: () => clock.now, nextTurn: (work) => void turns.push(work) }),
  });
  const turn = async (): Promise<void> => {
    for (const work of turns.splice(0)) work();
    await undefined;
  };
  const read = (): void => {
    reader.isBehind = false;
    queue.goOn();
  };
  return { queue, notes, turn, read };
}

test('messages that arrive together are handled in order and yield to the event loop after 20 ms', async () => {
  const { queue, notes, turn } = slowQueue();

  for (const text of 'abcdefghij') queue.add(text);
  expect(notes).toEqual(['a', 'b', 'c', 'd', 'pause']);
  await turn();
  expect(notes.slice(5)).toEqual(['e', 'f', 'g']);
  queue.add('k');
  await turn();
  await turn();

  expect(notes.slice(8)).toEqual(['h', 'i', 'j', 'k', 'resume']);
});

test('a message waits for both the reader and its turn of the event loop', async () => {
  const { queue, notes, turn, read } = slowQueue();

  for (const text of ['a', 'b', 'c', 'long', 'e', 'f', 'long', 'h']) queue.add(text);
  await turn();
  expect(notes).toEqual(['a', 'b', 'c', 'long', 'pause']);
  read();
  expect(notes.slice(5)).toEqual(['e', 'f', 'long']);
  read();
  expect(notes.slice(8)).toEqual([]);
  await turn();

  expect(notes.slice(8)).toEqual(['h', 'resume']);
});

test('waiting messages are dropped with their connection', async () => {
  const { queue, notes, turn } = slowQueue();

  for (const text of ['a', 'b', 'c', 'd', 'leave', 'f']) queue.add(text);
  await turn();
  await turn();

  expect(notes.slice(0, 6)).toEqual(['a', 'b', 'c', 'd', 'pause', 'leave']);
  expect(notes).not.toContain('f');
});
