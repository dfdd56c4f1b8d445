import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countParts, sniffText, takePart, writeBytes } from './write-bytes.js';

const uri = 'x://a';

test.each([
  ['plain', 'text/plain'],
  ['{"a":1}', 'application/json'],
  [' [1]', 'application/json'],
  ['{"a":', 'text/plain'],
  ['[section]', 'text/plain'],
  ['1', 'text/plain'],
  ['', 'text/plain'],
])('the text %j is %s', (text, mimeType) => {
  expect(sniffText(text)).toBe(mimeType);
  expect(writeBytes(Buffer.from(text), { uri })).toEqual({ uri, mimeType, text });
});

test.each([
  ['no UTF-8', [0xff, 0xfe]],
  ['with NUL', [0x61, 0x00]],
  ['half of a character', [0xc3]],
])('bytes that are %s are base64', (_what, bytes) => {
  const blob = Buffer.from(bytes).toString('base64');

  expect(writeBytes(Uint8Array.from(bytes), { uri })).toEqual({ uri, mimeType: 'application/octet-stream', blob });
});

test('a media type that is known wins', () => {
  expect(writeBytes(Buffer.from('a'), { uri, mimeType: 'text/csv' })).toMatchObject({ mimeType: 'text/csv' });
});

test('a mark at the beginning of a text stays', () => {
  expect(writeBytes(Buffer.from('\ufeffa'), { uri })).toMatchObject({ text: '\ufeffa' });
});

describe('parts', () => {
  const partsOf = (bytes: Uint8Array, max: number): Uint8Array[] =>
    Array.from({ length: countParts(bytes, max) }, (_, index) => takePart(bytes, index + 1, max));

  test('of any bytes are the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 4, max: 20 }), (bytes, max) => {
        expect(Buffer.concat(partsOf(bytes, max))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('of a text are texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 4, max: 20 }), (text, max) => {
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        const parts = partsOf(Buffer.from(text), max).map((part) => decoder.decode(part));

        expect(parts.join('')).toBe(text);
      }),
    );
  });
});
