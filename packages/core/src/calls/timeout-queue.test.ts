import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeoutQueue } from './timeout-queue.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function openWait() {
  const passed: string[] = [];
  const shared = new TimeoutQueue(100);
  const add = (name: string) => shared.add(Date.now(), { pass: () => passed.push(name) });
  return { add, passed };
}

test('each wait ends after its own time, though one timer watches them all', () => {
  const { add, passed } = openWait();

  add('first');
  vi.advanceTimersByTime(60);
  add('second');
  vi.advanceTimersByTime(40);
  expect(vi.getTimerCount()).toBe(1);
  expect(passed).toEqual(['first']);
  vi.advanceTimersByTime(59);
  expect(passed).toEqual(['first']);
  vi.advanceTimersByTime(1);

  expect(passed).toEqual(['first', 'second']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a wait that was ended never passes, and one that begins after it has all of its time', () => {
  const { add, passed } = openWait();

  add('ended')();
  vi.advanceTimersByTime(50);
  add('later');
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);

  expect(passed).toEqual(['later']);
});
