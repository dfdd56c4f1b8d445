/** Notification streams that come back: how often everything is read again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MissedNotifications } from './missed-notifications.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openNews(): { readonly news: MissedNotifications; readonly renewed: () => number } {
  let count = 0;
  return { news: new MissedNotifications(() => void count++), renewed: () => count };
}

test('the first start of a stream renews nothing', () => {
  const { news, renewed } = openNews();

  news.resumed();

  expect(renewed()).toBe(0);
});

test('a stream that keeps breaking off renews everything once every ten seconds', () => {
  const { news, renewed } = openNews();

  const counts = Array.from({ length: 30 }, () => {
    news.interrupted();
    news.resumed();
    const count = renewed();
    vi.advanceTimersByTime(1_000);
    return count;
  });

  expect([counts[0], counts[9], counts[11], counts[29]]).toEqual([1, 1, 2, 3]);
});

test('notifications lost just after a renewal cause another renewal later', () => {
  const { news, renewed } = openNews();
  news.interrupted();
  news.resumed();
  news.interrupted();
  news.resumed();
  const before = renewed();

  vi.advanceTimersByTime(10_000);

  expect([before, renewed()]).toEqual([1, 2]);
});

test('closing cancels a renewal that is due', () => {
  const { news, renewed } = openNews();
  news.interrupted();
  news.resumed();
  news.interrupted();
  news.resumed();

  news.close();
  vi.advanceTimersByTime(10_000);

  expect(renewed()).toBe(1);
});
