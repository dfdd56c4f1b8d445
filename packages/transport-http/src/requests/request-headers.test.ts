import { expect, test } from 'vitest';
import { readHeaders } from './request-headers.js';

// Rules: 84
test('mirrored parameters are found by name, ignoring case', () => {
  const headers = readHeaders(['MCP-Param-Region', ' eu ', 'mcp-param-Tenant-Id', '7']);

  expect([headers.parameter('region'), headers.parameter('REGION'), headers.parameter('tenant-ID')]).toEqual([
    'eu',
    'eu',
    '7',
  ]);
  expect(headers.parameter('constructor')).toBeUndefined();
});

test('a repeated mirrored parameter is joined with a comma', () => {
  expect(readHeaders(['Mcp-Param-Region', 'eu', 'mcp-param-region', 'us']).parameter('region')).toBe('eu, us');
});

test('an empty value differs from an absent one', () => {
  const headers = readHeaders(['Mcp-Name', '', 'Mcp-Param-Region', '']);

  expect([headers.name, headers.parameter('region'), headers.method]).toEqual(['', '', undefined]);
});

test('only HTTP white space is trimmed', () => {
  expect(readHeaders(['Mcp-Name', ' \techo\u00a0\t ']).name).toBe('echo\u00a0');
});
