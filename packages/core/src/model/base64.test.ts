import { expect, test } from 'vitest';
import { bytesInBase64, isBase64, writeBase64 } from './base64.js';

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 7) % 256);

test.each([0, 1, 2, 3, 4, 24_575, 24_576, 24_577, 100_000])('%d bytes are written as Node writes them', (length) => {
  const bytes = bytesOf(length);
  const text = writeBase64(bytes);

  expect(text).toBe(Buffer.from(bytes).toString('base64'));
  expect(isBase64(text)).toBe(true);
  expect(bytesInBase64(text)).toBe(length);
});

test.each(['a', 'ab=', 'ab==c===', 'a b=', 'ab-_', '=abc'])('%j is not base64', (text) => {
  expect(isBase64(text)).toBe(false);
});
