/** The pauses between readings of lists, by a clock that the test sets. */
import { expect, test } from 'vitest';
import { ReadingRhythm } from './reading-rhythm.js';

function openRhythm() {
  let at = 10_000;
  const rhythm = new ReadingRhythm(() => at);
  return {
    rhythm,
    pass: (ms: number) => void (at += ms),
    /** Announces a change, waits as required, and reads. @returns the wait */
    read(tookMs: number): number {
      const waitMs = rhythm.news();
      at += waitMs;
      const end = rhythm.begin();
      at += tookMs;
      end();
      return waitMs;
    },
  };
}

test('the pause doubles up to half a second while changes keep coming', () => {
  const { read } = openRhythm();

  const waits = Array.from({ length: 9 }, () => read(5));

  expect(waits).toEqual([50, 50, 100, 200, 400, 500, 500, 500, 500]);
});

test('after a quiet time, the pause starts at its minimum again', () => {
  const { read, pass, rhythm } = openRhythm();
  for (let count = 0; count < 9; count++) read(5);

  pass(4_000);

  expect(rhythm.news()).toBe(50);
  expect([read(5), read(5), read(5)]).toEqual([50, 50, 100]);
});

test('a pause is never shorter than the reading before it', () => {
  const { read } = openRhythm();

  expect([read(700), read(5_000), read(5), read(5)]).toEqual([50, 700, 5_000, 500]);
});

test('reads without a notification do not lengthen the pause', () => {
  const { rhythm, pass } = openRhythm();

  for (let count = 0; count < 9; count++) {
    rhythm.begin()();
    pass(60);
  }

  expect(rhythm.news()).toBe(50);
});
