import { expect, test } from 'vitest';
import {
  writeErrorResponse,
  writeNotification,
  writeNotificationWith,
  writeRequest,
  writeResponse,
} from './messages.js';

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

test.each([
  ['\ud83d', '\ufffd'],
  ['a\ude00b\ud83d', 'a\ufffdb\ufffd'],
  ['\ud83d\ud83d\ude00', '\ufffd\u{1f600}'],
  ['\\ud83d', '\\ud83d'],
  ['\\\ud83d', '\\\ufffd'],
])('half of a character is replaced, which strict parsers would refuse: %j', (text, whole) => {
  const params = { text };
  const written = [
    writeResponse(1, JSON.stringify(params)),
    writeErrorResponse(1, { code: 1, message: text }),
    writeNotification('a', params),
    writeNotificationWith('a', `"text":${JSON.stringify(text)}`),
    writeRequest(1, 'a', params),
  ];

  expect(written.map((json) => JSON.stringify(JSON.parse(json)))).toEqual([
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: whole } }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: whole } }),
    JSON.stringify({ jsonrpc: '2.0', method: 'a', params: { text: whole } }),
    JSON.stringify({ jsonrpc: '2.0', method: 'a', params: { text: whole } }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'a', params: { text: whole } }),
  ]);
});

test('characters that a server wrote as pairs of escapes stay', () => {
  const resultJson = '{"a":"\\ud83d\\ude00","b":"\\ud83d","c":"\\ud83d\\uDE00"}';

  expect(JSON.parse(writeResponse(1, resultJson))).toMatchObject({
    result: { a: '\u{1f600}', b: '\ufffd', c: '\u{1f600}' },
  });
});
