import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openMessageBatch } from './message-batch.js';

test('what one turn sends goes out as one batch, in order, microtasks included', async () => {
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

test('of a batch with something that cannot be copied, only that is lost, and its sender told', async () => {
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
