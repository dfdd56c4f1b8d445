import { expect, test } from 'vitest';
import { writeErrorResponse, writeNotification, writeResponse } from './messages.js';

test.each([7, -1, 0, '7', 'with "quotes"', '\n'])('a response repeats the id %j in its type', (id) => {
  expect(JSON.parse(writeResponse(id, '{"a":1}'))).toEqual({ jsonrpc: '2.0', id, result: { a: 1 } });
});

test.each([7, '7', '"'])('an error repeats the id %j in its type', (id) => {
  expect(JSON.parse(writeErrorResponse(id, { code: -32600, message: 'no "b"' }))).toEqual({
    jsonrpc: '2.0',
    id,
    error: { code: -32600, message: 'no "b"' },
  });
});

test('an error without a readable id has no id member, not null', () => {
  const written: unknown = JSON.parse(writeErrorResponse(undefined, { code: -32700, message: 'no' }));

  expect(written).toEqual({ jsonrpc: '2.0', error: { code: -32700, message: 'no' } });
});

test('a notification has no id, and no params when there are none', () => {
  expect(JSON.parse(writeNotification('a'))).toEqual({ jsonrpc: '2.0', method: 'a' });
  expect(JSON.parse(writeNotification('a', { b: 1 }))).toEqual({ jsonrpc: '2.0', method: 'a', params: { b: 1 } });
});

test('every written message is a single line', () => {
  const written = [
    writeResponse('a\nb', JSON.stringify({ text: 'c\r\nd' })),
    writeErrorResponse('a\nb', { code: 1, message: 'c\nd' }),
    writeNotification('a', { text: 'c\nd' }),
  ];

  expect(written.join('')).not.toMatch(/[\r\n]/);
});
