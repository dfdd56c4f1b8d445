import { expect, test } from 'vitest';
import { blankData } from './blank-data.js';
import { openSecretFilter } from './secret-filter.js';

const filter = openSecretFilter(['s3cret-key'])!;
const bytes = Buffer.from('s3cret-key');

test.each<[string, unknown, unknown]>([
  ['a text', { a: ['no s3cret-key'] }, { a: ['no [redacted]'] }],
  ['a name', { 's3cret-key': 1 }, { '[redacted]': 1 }],
  ['an array of bytes', { key: new Uint8Array(bytes), more: 1 }, { key: '[redacted]', more: 1 }],
  ['a buffer', { key: bytes }, { key: { type: 'Buffer', data: '[redacted]' } }],
  ['a list of numbers', [0, ...bytes], '[redacted]'],
])('a secret is blanked as %s', (_, value, blanked) => {
  expect(blankData(value, filter)).toEqual(blanked);
});

test('other numbers, and the base64 of media, stay', () => {
  const data = bytes.toString('base64');
  const value = { why: 's3cret-key', numbers: [1, 2, 3], image: { mimeType: 'image/png', data } };

  expect(blankData(value, filter)).toEqual({ ...value, why: '[redacted]' });
});
