import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHeartbeat } from './heartbeat.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('silence for a quarter longer than the limit is reported as stuck, once', () => {
  const onStuck = vi.fn<() => void>();
  startHeartbeat(1_000, () => undefined, onStuck);

  vi.advanceTimersByTime(1_249);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(onStuck).toHaveBeenCalledTimes(1);
});

test('a peer that answers is never stuck, and is pinged again and again', () => {
  const onStuck = vi.fn<() => void>();
  const ping = vi.fn<() => void>(() => void setTimeout(() => heartbeat.heard(), 100));
  const heartbeat = startHeartbeat(1_000, ping, onStuck);

  vi.advanceTimersByTime(10_000);

  expect(onStuck).not.toHaveBeenCalled();
  expect(ping.mock.calls.length).toBeGreaterThan(30);
});

test('a host that was asleep does not report its peer as stuck', () => {
  const onStuck = vi.fn<() => void>();
  const heartbeat = startHeartbeat(1_000, () => undefined, onStuck);
  vi.advanceTimersByTime(500);

  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(250);
  heartbeat.heard();
  vi.advanceTimersByTime(1_000);

  expect(onStuck).not.toHaveBeenCalled();
});

test('no ping is sent after stop()', () => {
  const onStuck = vi.fn<() => void>();
  const ping = vi.fn<() => void>();

  startHeartbeat(1_000, ping, onStuck).stop();
  vi.advanceTimersByTime(10_000);

  expect([ping.mock.calls.length, onStuck.mock.calls.length]).toEqual([1, 0]);
});
