import { expect, test } from 'vitest';
import { parseJsonFile } from './parse-json-file.js';

test('a byte order mark before the JSON is no part of it, and one within a text is', () => {
  expect(parseJsonFile('\uFEFF{"name":"\uFEFFa"}')).toEqual({ name: '\uFEFFa' });
  expect(parseJsonFile('\r\n[1]\r\n')).toEqual([1]);
});

test('a second mark, and anything else that is not JSON, is a syntax error', () => {
  expect(() => parseJsonFile('\uFEFF\uFEFF{}')).toThrow(SyntaxError);
});
