import { expect, test } from 'vitest';
import { newTokenBucket } from './token-bucket.js';

test('a bucket allows a burst, then its rate, and no more than a burst after a pause', () => {
  let at = 0;
  const take = newTokenBucket(3, 10, () => at);
  const takeAll = (): number => {
    let taken = 0;
    while (take()) taken += 1;
    return taken;
  };

  const first = takeAll();
  at += 200;
  const later = takeAll();
  at += 60_000;
  const muchLater = takeAll();

  expect([first, later, muchLater]).toEqual([3, 2, 3]);
});

test('several tokens are taken together or not at all', () => {
  const take = newTokenBucket(3, 10, () => 0);

  expect([take(2), take(2), take(), take()]).toEqual([true, false, true, false]);
});
