import { expect, test } from 'vitest';
import { callerAddress } from './caller-address.js';

const isTrusted = (address: string): boolean => address.startsWith('10.');

test.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['nobody is in between', '192.0.2.1', undefined, '192.0.2.1'],
  ['somebody unknown says so', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['a known proxy says so', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['several proxies are known', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['the caller invented hops', '10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['all are known', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['the connection is gone', undefined, '198.51.100.1', undefined],
])('callerAddress returns the expected address when %s', (_when, address, forwardedFor, expected) => {
  expect(callerAddress(address, forwardedFor, isTrusted)).toBe(expected);
});
