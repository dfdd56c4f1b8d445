import { expect, test } from 'vitest';
import { IdleCollector } from './idle-collector.js';

const mebibyte = 1024 * 1024;

/** A process whose heap and load the test decides. */
function open() {
  const state = { heap: 50 * mebibyte, busy: 0, collected: 0, fails: false };
  const collector = new IdleCollector({
    heapUsed: () => state.heap,
    busy: () => state.busy,
    async collect() {
      state.collected++;
      if (state.fails) throw new Error('no');
      state.heap = 60 * mebibyte;
    },
  });
  return { state, collector };
}

test('an idle process collects garbage once after large allocations', async () => {
  const { state, collector } = open();

  await collector.look();
  const before = state.collected;
  state.heap = 400 * mebibyte;
  await collector.look();
  await collector.look();

  expect([before, state.collected]).toEqual([0, 1]);
});

test('a busy process is not collected', async () => {
  const { state, collector } = open();
  state.heap = 400 * mebibyte;
  state.busy = 0.5;

  await collector.look();

  expect(state.collected).toBe(0);
});

test('a heap that stays large is not collected again and again', async () => {
  const { state, collector } = open();
  state.heap = 400 * mebibyte;
  state.fails = true;

  await expect(collector.look()).rejects.toThrow('no');
  await collector.look();

  expect(state.collected).toBe(1);
});
