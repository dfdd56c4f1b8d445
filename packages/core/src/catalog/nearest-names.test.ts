import { describe, expect, test } from 'vitest';
import { nearestNames, suggestNames } from './nearest-names.js';

test.each([
  ['forcast', ['forecast', 'story'], ['forecast']],
  ['Forecast', ['forecast'], ['forecast']],
  ['ehco', ['echo', 'each', 'other'], ['each', 'echo']],
  ['nothing_like_it', ['echo'], []],
  ['', ['a', 'ab', 'abc'], ['a', 'ab']],
])('the nearest names to %j among %j are %j', (wrong, names, near) => {
  expect(nearestNames(wrong, names).sort()).toEqual(near);
});

test('suggestions are sorted by distance, then alphabetically, and limited to three', () => {
  expect(nearestNames('item', ['itemss', 'itemb', 'items', 'itema', 'item'])).toEqual(['item', 'itema', 'itemb']);
});

describe('limits on the comparison', () => {
  test('a name longer than any tool name may be is not compared', () => {
    expect(nearestNames('a'.repeat(129), ['a'.repeat(128)])).toEqual([]);
  });

  test('the total number of comparison steps is limited, whatever the number of names', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => 'b'.repeat(124) + String(index));

    expect(nearestNames('b'.repeat(100), [...others, 'b'.repeat(100)])).not.toContain('b'.repeat(100));
    expect(nearestNames('b'.repeat(100), ['b'.repeat(100), ...others])[0]).toBe('b'.repeat(100));
  });

  test('prototype keys are names like any other', () => {
    expect(nearestNames('__proto_', ['__proto__', 'constructor'])).toEqual(['__proto__']);
  });
});

test('suggestions are written as a sentence, or as an empty text', () => {
  expect(suggestNames('itam', ['item', 'itan'])).toBe('. Did you mean "itan" or "item"?');
  expect(suggestNames('weather', ['item'])).toBe('');
});

test('a name that contains the word is near, however long it is', () => {
  expect(nearestNames('berlin', ['Europe/Berlin', 'Asia/Tokyo'])).toEqual(['Europe/Berlin']);
});
