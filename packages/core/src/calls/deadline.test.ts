import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.js';
import { systemClock } from '../model/clock.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function deadlineOf(callTimeoutMs = 100, maxCallMs = 1000) {
  const passed: string[] = [];
  return { deadline: new Deadline(systemClock, { callTimeoutMs, maxCallMs }, (limit) => passed.push(limit)), passed };
}

test('a deadline passes when its time is over, and names the limit', () => {
  const { deadline, passed } = deadlineOf();

  deadline.start();
  vi.advanceTimersByTime(99);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);

  expect(passed).toEqual(['100 ms (limit callTimeoutMs)']);
});

test('a tool’s own timeout replaces the default, and is named', () => {
  const passed: string[] = [];
  const limits = { callTimeoutMs: 100, maxCallMs: 1000, timeoutMs: 300 };
  const deadline = new Deadline(systemClock, limits, (limit) => passed.push(limit));

  deadline.start();
  vi.advanceTimersByTime(299);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);

  expect(passed).toEqual(["300 ms (the tool's limit timeoutMs)"]);
});

test('progress restarts the timeout', () => {
  const { deadline, passed } = deadlineOf();

  deadline.start();
  vi.advanceTimersByTime(99);
  deadline.restart();
  vi.advanceTimersByTime(99);

  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(passed).toHaveLength(1);
});

test('maxCallMs ends a call despite regular progress, and is named', () => {
  const { deadline, passed } = deadlineOf();

  deadline.start();
  for (let step = 0; step < 19; step++) {
    vi.advanceTimersByTime(50);
    deadline.restart();
  }
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(50);

  expect(passed).toEqual(['1000 ms (limit maxCallMs)']);
});

test('a pause stops the timeout, and the time before it still counts towards maxCallMs', () => {
  const { deadline, passed } = deadlineOf(900, 1000);

  deadline.start();
  vi.advanceTimersByTime(600);
  deadline.pause();
  vi.advanceTimersByTime(1_000_000);
  deadline.start();
  vi.advanceTimersByTime(399);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);

  expect(passed).toEqual(['1000 ms (limit maxCallMs)']);
});

test('progress during a pause does not resume the deadline', () => {
  const { deadline, passed } = deadlineOf();

  deadline.start();
  deadline.pause();
  deadline.restart();
  vi.advanceTimersByTime(1_000_000);

  expect(passed).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('progress before the start does not start the deadline', () => {
  const { deadline, passed } = deadlineOf();

  deadline.restart();
  vi.advanceTimersByTime(1_000_000);

  expect(passed).toEqual([]);
});

test('pausing twice has the same effect as pausing once', () => {
  const { deadline, passed } = deadlineOf(100, 100);

  deadline.start();
  vi.advanceTimersByTime(60);
  deadline.pause();
  vi.advanceTimersByTime(60);
  deadline.pause();
  deadline.start();
  vi.advanceTimersByTime(39);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(1);

  expect(passed).toHaveLength(1);
});
