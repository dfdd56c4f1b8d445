import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToolConcurrency, type Turn } from './tool-concurrency.js';
import { systemClock } from '../model/clock.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function turnsOf(maxQueuedCalls = 256, queueTimeoutMs = 1000) {
  const turns = new ToolConcurrency({ maxQueuedCalls, queueTimeoutMs }, systemClock);
  const take = (name = 'a', maxConcurrentCalls = 1) => turns.take(name, maxConcurrentCalls);
  return { turns, take };
}

/** Returns the current state of a turn. */
async function stateOf({ begun }: Turn): Promise<string> {
  const state = begun.then(
    () => 'begun',
    (error: Error) => error.message,
  );
  return Promise.race([state, vi.advanceTimersByTimeAsync(0).then(() => 'waiting')]);
}

test('calls run up to the limit, and the next in the queue starts when one ends', async () => {
  const { take } = turnsOf();
  const [first, second, third, fourth] = [take('a', 2), take('a', 2), take('a', 2), take('a', 2)];
  expect(await Promise.all([first, second, third, fourth].map(stateOf))).toEqual([
    'begun',
    'begun',
    'waiting',
    'waiting',
  ]);

  second.end();

  expect(await stateOf(third)).toBe('begun');
  expect(await stateOf(fourth)).toBe('waiting');
});

test('a turn that is ended more than once frees one place', async () => {
  const { take } = turnsOf();
  const [first, second, third] = [take(), take(), take()];

  first.end();
  first.end();

  expect(await stateOf(second)).toBe('begun');
  expect(await stateOf(third)).toBe('waiting');
});

test('a call that leaves the queue takes no place and leaves no timer', async () => {
  const { take } = turnsOf();
  const [first, second, third] = [take(), take(), take()];

  second.end();
  first.end();

  expect(await stateOf(third)).toBe('begun');
  third.end();
  expect(vi.getTimerCount()).toBe(0);
});

test('a call that gets its turn but ends without running frees its place', async () => {
  const { take } = turnsOf();
  const [first, second, third] = [take(), take(), take()];

  first.end();
  second.end();

  expect(await stateOf(third)).toBe('begun');
});

test('a call that waits too long is refused, and the message names both limits', async () => {
  const { take } = turnsOf();
  take();
  const second = take();
  const refused = expect(second.begun).rejects.toThrow(
    'tool "a" is busy: 1 of its calls run already (limit maxConcurrentCalls), and none ended within 1000 ms ' +
      '(limit queueTimeoutMs). Try again later',
  );

  await vi.advanceTimersByTimeAsync(1000);

  await refused;
});

test('a call that finds the queue full is rejected at once', async () => {
  const { take } = turnsOf(1);
  take();
  take();

  await expect(take().begun).rejects.toThrow(
    'tool "a" is busy: 1 of its calls run already (limit maxConcurrentCalls), and 1 wait (limit maxQueuedCalls). ' +
      'Try again later',
  );
});

test('one tool does not wait for another', async () => {
  const { take } = turnsOf();
  take('a');

  expect(await stateOf(take('b'))).toBe('begun');
});

test('a new limit holds for the calls that come after it', async () => {
  const { take } = turnsOf();
  const first = take('a', 1);
  const [second, third, fourth] = [take('a', 2), take('a', 3), take('a', 3)];
  expect(await stateOf(second)).toBe('begun');

  first.end();

  expect(await Promise.all([third, fourth].map(stateOf))).toEqual(['begun', 'begun']);
});
