import { expect, test } from 'vitest';
import { textForCallers } from './text-for-callers.js';

test.each([
  [
    'Cannot ship:\n  - A12 is sold out\r\n  - B7 is too heavy',
    'Cannot ship:\n  - A12 is sold out\n  - B7 is too heavy',
  ],
  ['no file\n/home/ann/secret/a.txt\nand more', 'no file\n(path)\nand more'],
  ['a\n\n\n\n\nb\n', 'a\n\nb'],
  ['failed\n    at run (/home/ann/a.js:1:1)\n    at async Object.<anonymous> (b.js:20:3)\nend', 'failed\nend'],
  ['failed\n    at new Map (<anonymous>)\n    at file:///srv/a.mjs:3:4\n    at <anonymous>', 'failed'],
  ['tables are free\n  at 10:30 and at 12:00', 'tables are free\n  at 10:30 and at 12:00'],
  ['\u001b[31mred\u001b[39m', 'red'],
])('%j is sent as %j', (message, text) => {
  expect(textForCallers(message)).toBe(text);
});

test.each([undefined, null, 7, {}, '', ' \n ', '    at run (a.js:1:1)'])('%j leaves nothing to send', (message) => {
  expect(textForCallers(message)).toBeUndefined();
});

test('a long message is cut without half a character', () => {
  const text = textForCallers(`${'x'.repeat(3999)}😀${'y'.repeat(1e6)}`);

  expect(text).toBe(`${'x'.repeat(3999)} […]`);
});
