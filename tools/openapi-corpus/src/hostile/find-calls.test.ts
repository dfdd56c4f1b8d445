import { expect, test } from 'vitest';
import { findCalls } from './find-calls.mjs';

test('calls are found, and texts and comments are not', () => {
  expect(findCalls('/** injected() */ const a = `injected()` + "injected()"; // injected()')).toEqual([]);
  expect(findCalls('/* */ injected(); const b = `${other()}`; new Third(); fourth`x`;')).toEqual([
    'injected',
    'other',
    'Third',
    'fourth',
  ]);
  expect(() => findCalls('const = ;')).toThrow('it is no TypeScript');
});
