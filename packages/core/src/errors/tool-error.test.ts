import { expect, test } from 'vitest';
import { isToolError, ToolError } from './tool-error.js';

test('a tool error keeps its message, suggestions and cause', () => {
  const cause = new Error('inner');

  const error = new ToolError('no such city', { suggestions: ['try "Rome"'], cause });

  expect(error).toMatchObject({ message: 'no such city', suggestions: ['try "Rome"'], cause });
});

test('suggestions are optional', () => {
  expect(new ToolError('no').suggestions).toEqual([]);
});

test('a tool error from another copy of this package is recognised by its mark', () => {
  const foreign = Object.assign(new Error('no'), { [Symbol.for('sigil:tool-error')]: true, suggestions: [] });

  expect(isToolError(foreign)).toBe(true);
});

test.each([new Error('no'), 'no', null, { [Symbol.for('sigil:tool-error')]: true }])(
  '%s is not a tool error',
  (value) => {
    expect(isToolError(value)).toBe(false);
  },
);
