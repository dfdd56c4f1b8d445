import { expect, test } from 'vitest';
import { readMessage, readRequestId } from './messages.js';

test.each([1, 0, -7, '', '1', 'a', '__proto__', Number.MAX_SAFE_INTEGER])(
  'a request keeps the id %j in its type',
  (id) => {
    expect(readMessage({ jsonrpc: '2.0', id, method: 'ping' })).toEqual({
      kind: 'request',
      id,
      method: 'ping',
      params: {},
    });
  },
);

test('a message without an id is a notification', () => {
  expect(readMessage({ jsonrpc: '2.0', method: 'notifications/initialized', params: { a: 1 } })).toEqual({
    kind: 'notification',
    method: 'notifications/initialized',
    params: { a: 1 },
  });
});

test.each([
  [{ result: {} }, { result: {}, error: undefined }],
  [{ result: null }, { result: null, error: undefined }],
  [
    { result: {}, error: null },
    { result: {}, error: undefined },
  ],
  [
    { result: null, error: null },
    { result: null, error: undefined },
  ],
  [{ error: { code: 1, message: 'no' } }, { result: undefined, error: { code: 1, message: 'no' } }],
  [
    { result: null, error: { code: 1, message: 'no' } },
    { result: undefined, error: { code: 1, message: 'no' } },
  ],
])('%j is a response', (members, read) => {
  expect(readMessage({ jsonrpc: '2.0', id: 's1', ...members })).toEqual({ kind: 'response', id: 's1', ...read });
});

test.each([
  ['no object', 3],
  ['null', null],
  ['an array', []],
  ['no version', { id: 1, method: 'ping' }],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }],
  ['a version of the wrong type', { jsonrpc: 2, id: 1, method: 'ping' }],
  ['a method of the wrong type', { jsonrpc: '2.0', id: 1, method: 5 }],
  ['the id null', { jsonrpc: '2.0', id: null, method: 'ping' }],
  ['a fraction for an id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
  ['an id that no double holds', { jsonrpc: '2.0', id: 2 ** 53, method: 'ping' }],
  ['an object for an id', { jsonrpc: '2.0', id: {}, method: 'ping' }],
  ['params that are an array', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }],
  ['params that are text', { jsonrpc: '2.0', id: 1, method: 'ping', params: 'a' }],
  ['neither method nor result', { jsonrpc: '2.0', id: 1 }],
  ['a result without an id', { jsonrpc: '2.0', result: {} }],
  ['both result and error', { jsonrpc: '2.0', id: 1, result: {}, error: {} }],
  ['an error that is null', { jsonrpc: '2.0', id: 1, error: null }],
  ['an error that is text', { jsonrpc: '2.0', id: 1, error: 'no' }],
])('%s is refused', (_what, raw) => {
  expect(() => readMessage(raw)).toThrow(expect.objectContaining({ kind: 'invalid-request' }));
});

test('member names are case-sensitive', () => {
  expect(() => readMessage({ jsonrpc: '2.0', id: 1, Method: 'ping' })).toThrow('must have a "method"');
});

test('an inherited id is ignored', () => {
  expect(readRequestId(Object.create({ id: 1 }))).toBeUndefined();
});

test.each([
  [{ id: 'a' }, 'a'],
  [{ id: 0 }, 0],
  [{ id: null }, undefined],
  [{ id: 0.5 }, undefined],
  ['text', undefined],
  [[], undefined],
])('readRequestId reads the id of %j as %j', (raw, id) => {
  expect(readRequestId(raw)).toBe(id);
});

test('an integer that would lose digits is refused with the range', () => {
  const message = JSON.parse('{"jsonrpc":"2.0","id":1764244054123456789,"method":"ping"}');

  expect(() => readMessage(message)).toThrow('between -(2^53-1) and 2^53-1');
});
