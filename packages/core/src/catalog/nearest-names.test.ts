import { describe, expect, test } from 'vitest';
import { nearestNames, suggestNames } from './nearest-names.js';

test.each([
  ['forcast', ['forecast', 'story'], ['forecast']],
  ['Forecast', ['forecast'], ['forecast']],
  ['ehco', ['echo', 'each', 'other'], ['each', 'echo']],
  ['nothing_like_it', ['echo'], []],
  ['', ['a', 'ab', 'abc'], ['a', 'ab']],
])('%j among %j may mean %j', (wrong, names, near) => {
  expect(nearestNames(wrong, names).sort()).toEqual(near);
});

test('the nearest comes first, equals by the alphabet, and no more than three', () => {
  expect(nearestNames('item', ['itemss', 'itemb', 'items', 'itema', 'item'])).toEqual(['item', 'itema', 'itemb']);
});

describe('what a peer may cost us', () => {
  test('a name longer than any tool may have is not compared', () => {
    expect(nearestNames('a'.repeat(129), ['a'.repeat(128)])).toEqual([]);
  });

  test('names are compared with only so many steps in all, however many there are', () => {
    const others = Array.from({ length: 1_000 }, (_, index) => 'b'.repeat(124) + String(index));

    expect(nearestNames('b'.repeat(100), [...others, 'b'.repeat(100)])).not.toContain('b'.repeat(100));
    expect(nearestNames('b'.repeat(100), ['b'.repeat(100), ...others])[0]).toBe('b'.repeat(100));
  });

  test('prototype keys are names like any other', () => {
    expect(nearestNames('__proto_', ['__proto__', 'constructor'])).toEqual(['__proto__']);
  });
});

test('suggestions read as a sentence, or are nothing', () => {
  expect(suggestNames('itam', ['item', 'itan'])).toBe('. Did you mean "itan" or "item"?');
  expect(suggestNames('weather', ['item'])).toBe('');
});

test('a name that contains the word is near, however long it is', () => {
  expect(nearestNames('berlin', ['Europe/Berlin', 'Asia/Tokyo'])).toEqual(['Europe/Berlin']);
});
