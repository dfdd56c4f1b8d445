import { isToolError, McpError, ToolError } from '@sigil/core';
import { PluginError } from '@sigil/core/building';
import { expect, test } from 'vitest';
import { ErrorCodec } from './error-codec.js';

/** Returns the error that the other end reads after copying. */
function cross(error: unknown, [from, to] = [new ErrorCodec(), new ErrorCodec()]): unknown {
  return to!.read(structuredClone(from!.write(error)));
}

test.each([
  [new ToolError('no', { suggestions: ['yes'] }), { name: 'ToolError', message: 'no', suggestions: ['yes'] }],
  [new ToolError('no', { jsonUri: 'a:b' }), { name: 'ToolError', suggestions: [], jsonUri: 'a:b' }],
  [new McpError('invalid-params', 'no', { a: 1 }), { name: 'McpError', kind: 'invalid-params', data: { a: 1 } }],
  [new PluginError('unhealthy', 'no'), { name: 'PluginError', code: 'unhealthy', message: 'no' }],
  [new RangeError('no'), { name: 'RangeError', message: 'no', constructor: RangeError }],
  [Object.assign(new TypeError('no'), { code: 'ERR_X' }), { name: 'TypeError', code: 'ERR_X', constructor: Error }],
  [new DOMException('no', 'AbortError'), { name: 'AbortError', code: 20, message: 'no' }],
  [new AggregateError([], 'no'), { name: 'AggregateError', message: 'no' }],
])('%s keeps its kind and its stack at the other end', (error, expected) => {
  const there = cross(error);

  expect(there).toBeInstanceOf(Error);
  expect(there).toMatchObject({ ...expected, stack: error.stack });
  expect(isToolError(there)).toBe(isToolError(error));
});

test.each(['text', 7, null, undefined, true, 10n])('%s, which is not an error, arrives unchanged', (thrown) => {
  expect(cross(thrown)).toBe(thrown);
});

test.each([
  ['an object', { secret: 1 }],
  ['a function', () => undefined],
  ['one that JSON cannot say', { big: 1n }],
  ['a symbol', Symbol('s')],
])('%s arrives as a value that is not an error', (_what, thrown) => {
  expect(cross(thrown)).toMatchObject({ looksLike: expect.any(String) });
  expect(cross(thrown)).not.toBeInstanceOf(Error);
});

test('causes are sent along, even when they are circular', () => {
  const endless: Error & { cause?: unknown } = new Error('round');
  endless.cause = new Error('and round', { cause: endless });

  expect(cross(new Error('a', { cause: new Error('b', { cause: 'c' }) }))).toMatchObject({
    cause: { message: 'b', cause: 'c' },
  });
  expect(cross(endless)).toMatchObject({ cause: { message: 'and round' } });
});

test('the issues of a validator and the errors of an AggregateError are sent along', () => {
  const issues = [{ code: 'too_big', path: ['days', 0], message: 'Too big' }];
  const endless = new AggregateError([], 'endless');
  endless.errors.push(endless, new ToolError('no'));

  expect(cross(Object.assign(new Error('[…]'), { name: 'ZodError', issues }))).toMatchObject({
    name: 'ZodError',
    issues: [{ path: 'days[0]', message: 'Too big' }],
  });
  expect(cross({ issues })).toMatchObject({ issues: [{ path: 'days[0]', message: 'Too big' }] });
  expect(cross(endless)).toMatchObject({ errors: [{ message: 'endless' }, { name: 'ToolError', message: 'no' }] });
});

test('an error that is sent back is the same object again', () => {
  const [here, there] = [new ErrorCodec(), new ErrorCodec()];
  const error = new Error('out and back');
  const object = { thrown: true };

  expect(cross(cross(error, [here, there]), [there, here])).toBe(error);
  expect(cross(cross(object, [here, there]), [there, here])).toBe(object);
});

test('a ToolError keeps the name of its own class', () => {
  expect(cross(Object.assign(new ToolError(''), { name: 'SoldOutError' }))).toMatchObject({ name: 'SoldOutError' });
});

test('invalid members that an author assigned do not break an error', () => {
  const odd = Object.assign(new Error('a'), { message: { secret: 1 }, stack: 7, name: undefined, code: {} });

  expect(cross(odd)).toMatchObject({ message: '', code: 'unknown' });
});
