import { expect, test } from 'vitest';
import { listConfigured } from './own-headers.js';

const configured = {
  'x-team': 'blue',
  accept: 'text/html',
  'Mcp-Session-Id': 'theirs',
  'mcp-param-city': 'Rome',
  authorization: 'Basic Zm9v',
};

test('what is ours to write is not configured', () => {
  expect(listConfigured(configured, false)).toEqual(['x-team', 'blue', 'authorization', 'Basic Zm9v']);
});

test('a token stands in the place of configured credentials', () => {
  expect(listConfigured(configured, true)).toEqual(['x-team', 'blue']);
});
