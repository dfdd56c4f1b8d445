import { describe, expect, test } from 'vitest';
import { LineSplitter, TextLineSplitter, withoutLineEnd } from './line-splitter.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function split(chunks: readonly (string | Uint8Array)[], maxLineBytes = 1_000): string[] {
  const splitter = new TextLineSplitter(maxLineBytes);
  const lines = chunks.flatMap((chunk) => splitter.add(typeof chunk === 'string' ? bytesOf(chunk) : chunk));
  const last = splitter.end();
  return last === undefined ? lines : [...lines, last];
}

describe('lines', () => {
  test('come with their endings, however they arrive', () => {
    expect(split(['a', 'b\nc\r\n\nd', '\r', '\nlast'])).toEqual(['ab\n', 'c\r\n', '\n', 'd\r\n', 'last']);
  });

  test('arrive with the chunk that completes them', () => {
    const splitter = new TextLineSplitter(10);

    expect([splitter.add(bytesOf('a')), splitter.add(bytesOf('b\nc')), splitter.end()]).toEqual([[], ['ab\n'], 'c']);
    expect(splitter.end()).toBeUndefined();
  });

  test('of exactly the limit are whole, and a byte more is a piece of its own', () => {
    expect(split(['12345\n123456\n'], 5)).toEqual(['12345\n', '12345', '6\n']);
    expect(split(['12345', '\n12345', '6', '\n'], 5)).toEqual(['12345\n', '12345', '6\n']);
  });

  test('without an end come in pieces', () => {
    expect(split(['x'.repeat(7), 'x'.repeat(5)], 5)).toEqual(['xxxxx', 'xxxxx', 'xx']);
  });
});

describe('a character', () => {
  test.each(['ü', '€', '😀'])('%s is whole between chunks and between pieces', (character) => {
    const bytes = bytesOf(character.repeat(100));
    const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));

    expect(split(chunks, 7).join('')).toBe(character.repeat(100));
    expect(split([bytes], 7).join('')).toBe(character.repeat(100));
  });

  test('that a line feed cuts off does not reach the next line', () => {
    expect(split([Uint8Array.of(0x61, 0xc3, 0x0a, 0x62, 0x0a)])).toEqual(['a\ufffd\n', 'b\n']);
  });

  test('is not waited for in bytes that are no UTF-8', () => {
    const pieces = new LineSplitter(5).add(new Uint8Array(12).fill(0x80));

    expect(pieces.map(({ length }) => length)).toEqual([5, 5]);
  });
});

test('a byte order mark is skipped at the beginning only', () => {
  expect(split(['\ufeffa\n', '\ufeffb\n'])).toEqual(['a\n', '\ufeffb\n']);
});

test.each([
  ['a\n', 'a'],
  ['a\r\n', 'a'],
  ['a\r\r\n', 'a\r'],
  ['a\rb\n', 'a\rb'],
  ['\n', ''],
  ['a', 'a'],
])('the ending of %j is removed', (line, text) => {
  expect(withoutLineEnd(line)).toBe(text);
});
