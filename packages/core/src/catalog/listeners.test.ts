import { expect, test } from 'vitest';
import { Listeners } from './listeners.js';

test('a listener is notified until it is removed, and the others stay registered', () => {
  const listeners = new Listeners<string>();
  const told: string[] = [];
  const stop = listeners.add((news) => void told.push(`first: ${news}`));
  listeners.add((news) => void told.push(`second: ${news}`));

  listeners.notify('one');
  stop();
  stop();
  listeners.notify('two');

  expect(told).toEqual(['first: one', 'second: one', 'second: two']);
  expect(listeners.count).toBe(1);
});
