import { expect, test } from 'vitest';
import { allowsHost } from './allows-host.js';

const address = new URL('https://api.example.com/v1');

test.each([
  ['the origin', ['https://api.example.com']],
  ['the origin with a path', ['https://api.example.com/v1']],
  ['the host', ['api.example.com']],
  ['a wildcard', ['https://*.example.com']],
  ['the scheme', ['https:']],
  ['everything', ['*']],
  ['the unsafe scheme', ['http://api.example.com']],
])('a host is declared by %s', (_name, declared) => {
  expect(allowsHost(declared, address)).toBe(true);
});

test.each([
  ['another host', ['https://example.com']],
  ['a wildcard that has no part for it', ['https://*.api.example.com']],
  ['another port', ['https://api.example.com:8443']],
])('a host is not declared by %s', (_name, declared) => {
  expect(allowsHost(declared, address)).toBe(false);
});
