import { expect, test } from 'vitest';
import { inBackground } from './background-timer.js';

test('a timer of Node no longer keeps the process running', () => {
  const timer = inBackground(setTimeout(() => undefined, 60_000));

  expect(timer.hasRef()).toBe(false);
  clearTimeout(timer);
});

test('a timer of a browser, which is a number, is returned as it is', () => {
  const timer = 7 as unknown as ReturnType<typeof setTimeout>;

  expect(inBackground(timer)).toBe(7);
});
