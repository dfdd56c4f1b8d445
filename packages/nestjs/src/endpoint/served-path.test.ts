import { ApplicationConfig } from '@nestjs/core';
import { expect, test } from 'vitest';
import { pathCheck } from './served-path.js';

test.each([
  ['/mcp', true],
  ['/mcp/?a=1', true],
  ['http://127.0.0.1/mcp', true],
  ['/%6dcp', true],
  ['/mcp/more', false],
  ['/%E0%A4/mcp', false],
])('a request for %s is for the endpoint: %s', (url, expected) => {
  const isForEndpoint = pathCheck(new ApplicationConfig(), 'mcp');

  expect(isForEndpoint('POST', url)).toBe(expected);
});
