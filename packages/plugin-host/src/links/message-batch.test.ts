import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openMessageBatch } from './message-batch.js';

test('messages of one turn are sent as one batch, in order, microtasks included', async () => {
  const batches: (readonly number[])[] = [];
  const send = openMessageBatch<number>((batch) => void batches.push(batch));

  send(1);
  void Promise.resolve()
    .then(() => send(2))
    .then(() => send(3));
  await nextTurn();
  send(4);
  await nextTurn();

  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('only a message that cannot be cloned is dropped from a batch, and its sender is notified', async () => {
  const posted: unknown[] = [];
  const send = openMessageBatch<unknown>((batch) => void posted.push(...structuredClone(batch as unknown[])));
  const onUnsendable = vi.fn<(error: unknown) => void>();

  send('before');
  send(() => undefined, onUnsendable);
  send('after');
  await nextTurn();

  expect(posted).toEqual(['before', 'after']);
  expect(onUnsendable.mock.calls).toMatchObject([[{ name: 'DataCloneError' }]]);
});
