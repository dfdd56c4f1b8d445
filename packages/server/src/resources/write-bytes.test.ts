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
])('the text %j has the media type %s', (text, mimeType) => {
  expect(sniffText(text)).toBe(mimeType);
  expect(writeBytes(Buffer.from(text), uri)).toEqual({ uri, mimeType, text });
});

test.each([
  ['no UTF-8', [0xff, 0xfe]],
  ['with NUL', [0x61, 0x00]],
  ['half of a character', [0xc3]],
])('bytes that are %s become a base64 blob', (_what, bytes) => {
  const blob = Buffer.from(bytes).toString('base64');

  expect(writeBytes(Uint8Array.from(bytes), uri)).toEqual({ uri, mimeType: 'application/octet-stream', blob });
});

test('a known media type is kept', () => {
  expect(writeBytes(Buffer.from('a'), uri, 'text/csv')).toMatchObject({ mimeType: 'text/csv' });
});

test('a byte order mark at the start of a text is kept', () => {
  expect(writeBytes(Buffer.from('\ufeffa'), uri)).toMatchObject({ text: '\ufeffa' });
});

describe('parts', () => {
  const partsOf = (bytes: Uint8Array, max: number): Uint8Array[] =>
    Array.from({ length: countParts(bytes, max) }, (_, index) => takePart(bytes, index + 1, max));

  test('of any bytes concatenate to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 4, max: 20 }), (bytes, max) => {
        expect(Buffer.concat(partsOf(bytes, max))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('of a text are valid UTF-8 and join to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 4, max: 20 }), (text, max) => {
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        const parts = partsOf(Buffer.from(text), max).map((part) => decoder.decode(part));

        expect(parts.join('')).toBe(text);
      }),
    );
  });
});
