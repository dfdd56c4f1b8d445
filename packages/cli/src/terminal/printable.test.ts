import { expect, test } from 'vitest';
import { firstLine, printable } from './printable.js';

test('control characters that move the cursor or change colours are removed', () => {
  expect(printable('a\u001b[2Jb\u009b31mc\rd\u0007e\u007f')).toBe('a[2Jb31mcde');
});

test('tabs, line breaks and Unicode text are kept', () => {
  expect(printable('a\tb\nc\r\nnaïve 漢字 👩‍👩‍👧')).toBe('a\tb\nc\nnaïve 漢字 👩‍👩‍👧');
});

test('a table shows the first line of a description', () => {
  expect(firstLine('\n  Greet somebody. \nAt length.')).toBe('Greet somebody.');
});

test('a missing description has an empty first line', () => {
  expect(firstLine(undefined)).toBe('');
});
