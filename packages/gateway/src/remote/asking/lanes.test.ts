import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lanes } from './lanes.js';

const idleMs = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a returned lane is lent again, to calls with the same capabilities', () => {
  const lanes = new Lanes(idleMs);
  const lane = lanes.take({ roots: {} });
  lanes.give({ roots: {} }, lane);

  const [other, same] = [lanes.take({ sampling: {} }), lanes.take({ roots: {} })];

  expect(same).toBe(lane);
  expect(other).not.toBe(lane);
});

test('lanes that stay unused for idleMs are dropped, and no others', () => {
  const lanes = new Lanes(idleMs);
  const [first, second] = [lanes.take({ roots: {} }), lanes.take({ roots: {} })];
  lanes.give({ roots: {} }, first);
  lanes.give({ sampling: {} }, lanes.take({ sampling: {} }));
  vi.advanceTimersByTime(600);
  lanes.give({ roots: {} }, second);
  vi.advanceTimersByTime(idleMs - 601);
  const before = lanes.idleCount;

  vi.advanceTimersByTime(201);
  const after = lanes.idleCount;
  const taken = [lanes.take({ roots: {} }), lanes.take({ roots: {} }), lanes.take({ sampling: {} })];

  expect([before, after]).toEqual([3, 1]);
  expect(taken[0]).toBe(second);
  expect(taken[1]).not.toBe(first);
  expect(new Set([...taken, first]).size).toBe(4);
});

test('every lane is dropped within twice idleMs, and then no timer is left', () => {
  const lanes = new Lanes(idleMs);
  const [first, second] = [lanes.take({ roots: {} }), lanes.take({ roots: {} })];
  lanes.give({ roots: {} }, first);
  vi.advanceTimersByTime(1);
  lanes.give({ roots: {} }, second);

  vi.advanceTimersByTime(2 * idleMs);

  expect(lanes.idleCount).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect([first, second]).not.toContain(lanes.take({ roots: {} }));
});

test('a lane in use when its idle time expires is not lent again', () => {
  const lanes = new Lanes(idleMs);
  lanes.give({}, lanes.take({}));
  const lane = lanes.take({});

  vi.advanceTimersByTime(2 * idleMs);

  expect(lanes.take({})).not.toBe(lane);
});
