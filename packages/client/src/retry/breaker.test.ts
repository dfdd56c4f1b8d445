import { expect, test } from 'vitest';
import { Breaker } from './breaker.js';

function breakerAt(clock: { now: number }): Breaker {
  return new Breaker({ failures: 3, withinMs: 1_000, openMs: 500, burstMs: 0 }, () => clock.now);
}

function fail(breaker: Breaker, times: number): void {
  for (let count = 0; count < times; count++) {
    breaker.begin();
    breaker.failed();
  }
}

test('the breaker opens after enough failures within the window, and reports the wait', () => {
  const breaker = breakerAt({ now: 0 });

  fail(breaker, 2);
  const before = breaker.waitMs;
  fail(breaker, 1);

  expect([before, breaker.waitMs, breaker.isOpen]).toEqual([0, 500, true]);
});

test('the breaker ignores failures outside the window', () => {
  const clock = { now: 0 };
  const breaker = breakerAt(clock);

  fail(breaker, 2);
  clock.now = 2_000;
  fail(breaker, 1);

  expect(breaker.isOpen).toBe(false);
});

test('one call tries after the wait; its success closes the breaker, its failure reopens it', () => {
  const clock = { now: 0 };
  const breaker = breakerAt(clock);

  fail(breaker, 3);
  clock.now = 500;
  const allowed = breaker.waitMs;
  breaker.begin();
  const second = breaker.waitMs;
  breaker.failed();
  const again = breaker.waitMs;
  clock.now = 1_000;
  breaker.begin();
  breaker.succeeded();

  expect([allowed, second > 0, again, breaker.waitMs, breaker.isOpen]).toEqual([0, true, 500, 0, false]);
});

test('a slow trial call does not keep others from trying', () => {
  const clock = { now: 0 };
  const breaker = breakerAt(clock);

  fail(breaker, 3);
  clock.now = 500;
  breaker.begin();
  const meanwhile = breaker.waitMs;
  clock.now = 1_000;

  expect([meanwhile > 0, breaker.waitMs]).toEqual([true, 0]);
});

test('calls that fail together count as one failure', () => {
  const clock = { now: 0 };
  const breaker = new Breaker({ failures: 2, withinMs: 1_000, openMs: 500, burstMs: 100 }, () => clock.now);

  fail(breaker, 20);
  const before = breaker.isOpen;
  clock.now = 100;
  fail(breaker, 1);

  expect([before, breaker.isOpen]).toEqual([false, true]);
});
