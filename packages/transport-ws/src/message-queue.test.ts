import { expect, test } from 'vitest';
import { MessageQueue } from './message-queue.js';

/** A queue whose messages stay busy, with turns that the test controls. */
function busyQueue() {
  const turns: (() => void)[] = [];
  const notes: string[] = [];
  const reader = { isBehind: false };
  const queue: MessageQueue<string> = new MessageQueue({
    handle: (text) => {
      notes.push(text);
      if (text === 'leave') queue.clear();
      if (text === 'long') reader.isBehind = true;
    },
    isUnread: () => reader.isBehind,
    isBusy: () => notes.length > 0,
    onChange: () => notes.push(queue.isWaiting ? 'pause' : 'resume'),
    nextTurn: (work) => void turns.push(work),
  });
  const turn = (): void => {
    for (const work of turns.splice(0)) work();
  };
  const read = (): void => {
    reader.isBehind = false;
    queue.goOn();
  };
  return { queue, notes, turn, read };
}

test('a message that arrives alone is handled at once', () => {
  const { queue, notes } = busyQueue();

  queue.add('a');

  expect(notes).toEqual(['a']);
});

test('messages that arrive together are handled in order, one in each turn of the event loop', () => {
  const { queue, notes, turn } = busyQueue();

  for (const text of 'abc') queue.add(text);
  expect(notes).toEqual(['a', 'pause']);
  turn();
  queue.add('d');
  expect(notes.slice(2)).toEqual(['b']);
  turn();
  turn();

  expect(notes.slice(3)).toEqual(['c', 'd', 'resume']);
});

test('a message waits for both the reader and its turn of the event loop', () => {
  const { queue, notes, turn, read } = busyQueue();

  for (const text of ['a', 'long', 'c', 'd']) queue.add(text);
  turn();
  turn();
  expect(notes).toEqual(['a', 'pause', 'long']);
  read();
  expect(notes.slice(3)).toEqual(['c']);
  read();
  expect(notes.slice(4)).toEqual([]);
  turn();

  expect(notes.slice(4)).toEqual(['d', 'resume']);
});

test('waiting messages are dropped with their connection', () => {
  const { queue, notes, turn } = busyQueue();

  for (const text of ['a', 'leave', 'f']) queue.add(text);
  turn();
  turn();

  expect(notes).toEqual(['a', 'pause', 'leave']);
});
