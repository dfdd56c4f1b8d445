import { expect, test } from 'vitest';
import { openSecretFilter } from '../model/secret-filter.js';
import { blankThrown } from './blank-thrown.js';
import { McpError } from './mcp-error.js';
import { describeThrown } from './thrown-value.js';
import { isToolError, ToolError } from './tool-error.js';

const filter = openSecretFilter(['s3cret'])!;
const blanked = (thrown: unknown): unknown => blankThrown(thrown, filter);

class Hidden extends Error {
  readonly #text = 'the key s3cret is old';
  override get message(): string {
    return this.#text;
  }
}

function deeplyCaused(): Error {
  let error = new Error('at the bottom: s3cret');
  for (let depth = 0; depth < 6; depth++) error = new Error('above', { cause: error });
  return error;
}

function causedByItself(): Error {
  const error: Error & { cause?: unknown } = new Error('s3cret');
  error.cause = error;
  return error;
}

test.each<[string, unknown]>([
  ['a text', 'no s3cret'],
  ['an object', { why: 's3cret', more: [{ s3cret: 1 }] }],
  ['an error', new TypeError('bad key s3cret')],
  ['an error with a cause', new Error('cannot connect', { cause: new Error('to s3cret') })],
  ['a deep cause', deeplyCaused()],
  ['a frozen error', Object.freeze(new Error('s3cret'))],
  ['a message from a private field', new Hidden()],
  ['an error that is its own cause', causedByItself()],
  ['an error that was given its secret later', Object.assign(new Error('x'), { stack: 'x s3cret', code: 's3cret' })],
])('a secret is blanked in %s', (_, thrown) => {
  const text = describeThrown(blanked(thrown));

  expect(text).not.toContain('s3cret');
});

test('a blanked error has the class of the original, which stays as it is', () => {
  const original = new TypeError('bad key s3cret');

  const error = blanked(original);

  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: 'bad key [redacted]', name: 'TypeError', constructor: TypeError });
  expect(original.message).toBe('bad key s3cret');
});

test('a message from a private field stays readable', () => {
  expect(blanked(new Hidden())).toMatchObject({ message: 'the key [redacted] is old' });
});

test('the suggestions of a ToolError are blanked, and it stays one', () => {
  const error = blanked(new ToolError('refused', { suggestions: ['not s3cret'] }));

  expect(isToolError(error)).toBe(true);
  expect(error).toMatchObject({ message: 'refused', suggestions: ['not [redacted]'] });
});

test('the data of an McpError is blanked, and its kind stays', () => {
  const error = blanked(new McpError('invalid-params', 's3cret', { key: ['s3cret'], isOld: true }));

  expect(error).toBeInstanceOf(McpError);
  expect(error).toMatchObject({ kind: 'invalid-params', data: { key: ['[redacted]'], isOld: true } });
});

test('the errors of an AggregateError are blanked', () => {
  const error = blanked(new AggregateError([new Error('s3cret'), new Error('x')], 'both'));

  expect(error).toMatchObject({ errors: [{ message: '[redacted]' }, { message: 'x' }] });
});

test.each([[undefined], [null], [7], [Symbol('x')], [new Error('x')], [{ any: 'object' }], [new ToolError('x')]])(
  'a thrown value without a secret is the same object',
  (thrown) => {
    expect(blanked(thrown)).toBe(thrown);
  },
);
