import { expect, test } from 'vitest';
import { runConcurrently } from './run-concurrently.js';

test('as many items as the limit allows run at once, and the results keep the order of the items', async () => {
  let running = 0;
  let most = 0;
  const results = await runConcurrently([5, 1, 3, 2, 4], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, item));
    running--;
    return item * 10;
  });

  expect(results).toEqual([50, 10, 30, 20, 40]);
  expect(most).toBe(2);
});

test('one failing item fails the whole run', async () => {
  const run = async (item: number): Promise<number> => {
    if (item === 2) throw new Error('no');
    return item;
  };

  await expect(runConcurrently([1, 2, 3], 2, run)).rejects.toThrow('no');
});
