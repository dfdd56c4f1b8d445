import { expect, test } from 'vitest';
import { listConfigured } from './configured-headers.js';

const configured = {
  'x-team': 'blue',
  accept: 'text/html',
  'Mcp-Session-Id': 'theirs',
  'mcp-param-city': 'Rome',
  authorization: 'Basic Zm9v',
};

test('configured headers that the gateway writes itself are dropped', () => {
  expect(listConfigured(configured, false)).toEqual(['x-team', 'blue', 'authorization', 'Basic Zm9v']);
});

test('a token replaces configured credentials', () => {
  expect(listConfigured(configured, true)).toEqual(['x-team', 'blue']);
});
