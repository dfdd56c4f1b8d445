import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToJsonBytes, utf8Length } from './utf8.js';

const encoder = new TextEncoder();
const anyText = fc.string({ unit: 'binary' });

function jsonBytes(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}

test('utf8Length equals the length of the encoded text', () => {
  fc.assert(fc.property(anyText, (text) => utf8Length(text) === encoder.encode(text).length));
});

test('utf8Length counts a lone surrogate as its replacement character', () => {
  expect(utf8Length('a\ud83d')).toBe(encoder.encode('a\ud83d').length);
  expect(utf8Length('\ude00\ud83d')).toBe(encoder.encode('\ude00\ud83d').length);
});

const anyUnit = fc.constantFrom('a', '"', '\n', 'é', '漢', '😀', '\ud83d', '\ude00', '\u0000');
const longText = fc
  .tuple(fc.array(anyUnit, { minLength: 1, maxLength: 7 }), fc.integer({ min: 16_300, max: 33_000 }))
  .map(([units, length]) => units.join('').repeat(length).slice(0, length));

test('utf8Length is exact for texts of several slices, wherever surrogate pairs fall', () => {
  fc.assert(
    fc.property(longText, (text) => utf8Length(text) === encoder.encode(text).length),
    { numRuns: 50 },
  );
});

test('a cut text of several slices fits, and one more character would not', () => {
  fc.assert(
    fc.property(longText, fc.nat(60_000), (text, maxBytes) => {
      const cut = cutToJsonBytes(text, maxBytes);
      const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0x61);

      expect(text.startsWith(cut)).toBe(true);
      expect(jsonBytes(cut)).toBeLessThanOrEqual(maxBytes);
      if (cut.length < text.length) expect(jsonBytes(cut + next)).toBeGreaterThan(maxBytes);
    }),
    { numRuns: 50 },
  );
});

test('a cut text is a prefix that fits, and one more character would not', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), (text, maxBytes) => {
      const cut = cutToJsonBytes(text, maxBytes);
      const next = [...text.slice(cut.length)][0];

      expect(text.startsWith(cut)).toBe(true);
      expect(jsonBytes(cut)).toBeLessThanOrEqual(maxBytes);
      if (next !== undefined) expect(jsonBytes(cut + next)).toBeGreaterThan(maxBytes);
    }),
  );
});

test.each([
  ['a😀b', 4, 'a'],
  ['a😀b', 5, 'a😀'],
  ['é\n', 3, 'é'],
  ['\u0000', 5, ''],
  ['abc', 0, ''],
  ['abc', -1, ''],
])('%j cut to %d bytes is %j', (text, maxBytes, cut) => {
  expect(cutToJsonBytes(text, maxBytes)).toBe(cut);
});
