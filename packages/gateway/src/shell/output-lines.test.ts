import { expect, test } from 'vitest';
import { ShownLines, WholeLines } from './output-lines.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a line that is shown is cut, however many pieces it has, and the next one is shown', () => {
  const lines = new ShownLines();

  expect(lines.add(bytesOf(`${'x'.repeat(200_000)}\n \nnext\n`))).toEqual(['x'.repeat(500), 'next']);
});

test('an unfinished line is shown once', () => {
  const lines = new ShownLines();
  const shown = Array.from({ length: 5 }, () => lines.add(bytesOf('x'.repeat(50_000)))).flat();

  expect([...shown, ...lines.end()]).toEqual(['x'.repeat(500)]);
});

test('a stream keeps every character of a long line, in pieces', () => {
  const lines = new WholeLines();
  const text = `${'ü'.repeat(100_000)}\nnext`;

  const pieces = [...lines.add(bytesOf(text)), ...lines.end()];

  expect(pieces.map((piece) => piece.length)).toEqual([32_768, 32_768, 32_768, 1_697, 4]);
  expect(pieces.join('')).toBe(text);
});
