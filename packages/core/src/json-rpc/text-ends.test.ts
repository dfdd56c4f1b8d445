import { expect, test } from 'vitest';
import { endsOf, TextEnds } from './text-ends.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a short text is its own beginning and its own end', () => {
  expect(endsOf(bytesOf('{"id":1}'))).toEqual({ beginning: '{"id":1}', end: '{"id":1}' });
});

test.each([1, 1_000, 4_095, 4_096, 10_000])(
  'a long text in parts of %i bytes keeps 4,096 bytes of both ends',
  (size) => {
    const text = Array.from({ length: 3_000 }, (_, at) => `<${at}>`).join('');
    const bytes = bytesOf(text);
    const ends = new TextEnds();

    for (let at = 0; at < bytes.length; at += size) ends.add(bytes.subarray(at, at + size));

    expect(ends.finish()).toEqual({ beginning: text.slice(0, 4_096), end: text.slice(-4_096) });
  },
);

test('a character that is cut in two is replaced', () => {
  const { beginning, end } = endsOf(bytesOf(`${'x'.repeat(4_095)}é${'x'.repeat(4_095)}`));

  expect([beginning.at(-1), end[0]]).toEqual(['\uFFFD', '\uFFFD']);
});
