import { expect, test } from 'vitest';
import { parseJson } from './parse-json.js';

test('a byte order mark is no part of the text, and does not shift the column of a mistake', () => {
  expect(parseJson('\uFEFF{"a":1}').value).toEqual({ a: 1 });
  expect(() => parseJson('\uFEFF{a}')).toThrow('line 1, column 2: expected a name in double quotes');
});
