import { expect, test } from 'vitest';
import { readAccept } from './read-accept.js';

test.each([
  [undefined, true, true],
  ['*/*', true, true],
  ['application/json, text/event-stream', true, true],
  ['text/event-stream,application/json;q=0.5', true, true],
  ['application/json', true, false],
  ['Application/JSON; charset=utf-8', true, false],
  ['text/*', false, true],
  ['text/event-stream;q=0, */*', true, false],
  ['*/*;q=0', false, false],
  ['text/html', false, false],
  ['', false, false],
])('Accept: %s takes JSON: %s, a stream: %s', (accept, json, stream) => {
  expect(readAccept(accept)).toEqual({ json, stream });
});
