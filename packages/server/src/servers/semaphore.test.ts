import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.js';

test('work runs in order, no more at a time than allowed, and continues after a failure', async () => {
  const turns = new Semaphore(2);
  const begun: number[] = [];
  const most: number[] = [];
  let running = 0;
  const work = (index: number) => async (): Promise<number> => {
    begun.push(index);
    most.push(++running);
    await Promise.resolve();
    running--;
    if (index === 1) throw new Error('no');
    return index;
  };

  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => turns.take(work(index))));

  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(Math.max(...most)).toBe(2);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
