import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdleSessions } from './idle-sessions.js';

const idleMs = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a returned session is lent again, to calls with the same capabilities', () => {
  const sessions = new IdleSessions(idleMs);
  const session = sessions.take({ roots: {} });
  sessions.give({ roots: {} }, session);

  const [other, same] = [sessions.take({ sampling: {} }), sessions.take({ roots: {} })];

  expect(same).toBe(session);
  expect(other).not.toBe(session);
});

test('sessions that stay unused for idleMs are dropped, and no others', () => {
  const sessions = new IdleSessions(idleMs);
  const [first, second] = [sessions.take({ roots: {} }), sessions.take({ roots: {} })];
  sessions.give({ roots: {} }, first);
  sessions.give({ sampling: {} }, sessions.take({ sampling: {} }));
  vi.advanceTimersByTime(600);
  sessions.give({ roots: {} }, second);
  vi.advanceTimersByTime(idleMs - 601);
  const before = sessions.idleCount;

  vi.advanceTimersByTime(201);
  const after = sessions.idleCount;
  const taken = [sessions.take({ roots: {} }), sessions.take({ roots: {} }), sessions.take({ sampling: {} })];

  expect([before, after]).toEqual([3, 1]);
  expect(taken[0]).toBe(second);
  expect(taken[1]).not.toBe(first);
  expect(new Set([...taken, first]).size).toBe(4);
});

test('every session is dropped within twice idleMs, and then no timer is left', () => {
  const sessions = new IdleSessions(idleMs);
  const [first, second] = [sessions.take({ roots: {} }), sessions.take({ roots: {} })];
  sessions.give({ roots: {} }, first);
  vi.advanceTimersByTime(1);
  sessions.give({ roots: {} }, second);

  vi.advanceTimersByTime(2 * idleMs);

  expect(sessions.idleCount).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect([first, second]).not.toContain(sessions.take({ roots: {} }));
});

test('a session in use when its idle time expires is not lent again', () => {
  const sessions = new IdleSessions(idleMs);
  sessions.give({}, sessions.take({}));
  const session = sessions.take({});

  vi.advanceTimersByTime(2 * idleMs);

  expect(sessions.take({})).not.toBe(session);
});
