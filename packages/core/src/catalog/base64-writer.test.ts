import { expect, test } from 'vitest';
import { Base64Writer } from './base64-writer.js';

test('parts of any size are encoded as one text, even if they share a buffer', () => {
  const writer = new Base64Writer();
  const shared = new Uint8Array(7);
  const parts = [1, 7, 2, 5, 3].map((length, index) => ({ length, value: index + 1 }));
  for (const { length, value } of parts) writer.add(shared.subarray(0, length).fill(value));
  const all = parts.flatMap(({ length, value }) => Array.from({ length }, () => value));

  expect(writer.finish()).toBe(Buffer.from(all).toString('base64'));
});
