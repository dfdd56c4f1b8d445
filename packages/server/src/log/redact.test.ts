import { expect, test } from 'vitest';
import { findSecrets, openRedactor } from './redact.js';

const { redact, redactKnown } = openRedactor(['s3cret+value', 'short']);

test.each([
  ['Authorization: Bearer abc.def-123', 'Authorization: Bearer [redacted]'],
  ['"authorization":"Basic YWJjZGVm"', '"authorization":"Basic [redacted]"'],
  ['https://ann:pw@host/x', 'https://[redacted]@host/x'],
  ['GET /x?city=Rome&api_key=abcdef&days=3', 'GET /x?city=Rome&api_key=[redacted]&days=3'],
  ['password=hunter22, then', 'password=[redacted], then'],
  ['jwt eyJhbGciOiJI.eyJzdWIiOiI.sig-nature', 'jwt [redacted]'],
  ['it said s3cret+value and s3cret%2Bvalue', 'it said [redacted] and [redacted]'],
  ['a short text stays', 'a short text stays'],
])('redact hides only credentials: %s', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test('redactKnown hides known secrets and keeps placeholders of credentials', () => {
  expect(redactKnown('"Authorization": "Bearer ${TOKEN}" s3cret+value')).toBe(
    '"Authorization": "Bearer ${TOKEN}" [redacted]',
  );
});

test('secrets of an environment are found by their names', () => {
  const environment = {
    GITHUB_TOKEN: 'one',
    API_KEY: 'two',
    KEYBOARD: 'de',
    HOME: '/home/ann',
    GIT_AUTHOR_NAME: 'Ann',
    DB_PASSWORD_FILE: '/nowhere/at/all',
  };

  expect(findSecrets(environment)).toEqual(['one', 'two']);
});

test('each key of a ring is a secret of its own', () => {
  expect(findSecrets({ MCP_REQUEST_STATE_KEY: 'first,second' })).toEqual(['first,second', 'first', 'second']);
});
