import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMirrored } from './read-incoming.js';

function encode(text: string): string {
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

// Rules: 78
test.each([
  ['plain', 'plain'],
  ['', ''],
  ['=?base64?aGVsbG8=?=', 'hello'],
  ['=?base64??=', ''],
  [encode('Zürich 🦊'), 'Zürich 🦊'],
  [encode('\ufeffwith a mark'), '\ufeffwith a mark'],
])('decodeMirrored decodes %j to %j', (value, text) => {
  expect(decodeMirrored(value)).toBe(text);
});

// Rules: 79
test.each([
  '=?BASE64?aGVsbG8=?=',
  '=?base64?aGVsbG8=',
  'aGVsbG8=?=',
  '=?base64?=',
  ' =?base64?aGVsbG8=?=',
  '=?base64?aGVsbG8=?= ',
])('decodeMirrored returns %j unchanged, because it is not in the exact wrapped form', (value) => {
  expect(decodeMirrored(value)).toBe(value);
});

test.each([
  ['no padding', '=?base64?aGVsbG8?='],
  ['too much padding', '=?base64?aGVsbG8==?='],
  ['padding bits that are not zero', '=?base64?aGVsbG9=?='],
  ['the other alphabet', '=?base64?_-_-?='],
  ['white space', '=?base64?aGVs bG8=?='],
  ['no base64 at all', '=?base64?*?='],
  ['no UTF-8', '=?base64?/w==?='],
])('decodeMirrored returns undefined for %s', (_what, value) => {
  expect(decodeMirrored(value)).toBeUndefined();
});

test('decodeMirrored reverses the encoding', () => {
  assert(property(string({ unit: 'grapheme' }), (text) => decodeMirrored(encode(text)) === text));
});

test('decodeMirrored never throws', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(() => [decodeMirrored(text), decodeMirrored(`=?base64?${text}?=`)]).not.toThrow();
    }),
  );
});
