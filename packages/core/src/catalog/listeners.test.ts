import { expect, test } from 'vitest';
import { Listeners } from './listeners.js';

test('each listener is told until it stops, and the others go on being told', () => {
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
