import { expect, test } from 'vitest';
import { testClock } from '../http.test-support.js';
import { KeepAlives } from './keep-alives.js';

function streamOf() {
  const stream = { told: 0, keepAlive: () => void stream.told++ };
  return stream;
}

test('each stream gets one keep-alive per interval, whenever it was opened', () => {
  const clock = testClock();
  const keepAlives = new KeepAlives(1_000, clock);
  const [early, late] = [streamOf(), streamOf()];
  keepAlives.add(early);
  clock.advance(450);
  keepAlives.add(late);

  clock.advance(550);
  const afterOne = [early.told, late.told];
  clock.advance(450);
  const afterTheOthers = [early.told, late.told];
  clock.advance(3_000);

  expect([afterOne, afterTheOthers, [early.told, late.told]]).toEqual([
    [1, 0],
    [1, 1],
    [4, 4],
  ]);
});

test('a closed stream gets no keep-alive, and no timer runs without open streams', () => {
  const clock = testClock();
  const keepAlives = new KeepAlives(1_000, clock);
  const stream = streamOf();
  const slot = keepAlives.add(stream);

  slot.delete(stream);
  clock.advance(2_000);
  const timers = clock.timerCount;
  keepAlives.add(stream);
  clock.advance(1_000);

  expect([timers, stream.told]).toEqual([0, 1]);
});

test('an interval shorter than the smallest tick is kept', () => {
  const clock = testClock();
  const keepAlives = new KeepAlives(3, clock);
  const stream = streamOf();
  keepAlives.add(stream);

  for (let ms = 0; ms < 9; ms++) clock.advance(1);

  expect(stream.told).toBe(3);
});
