import { expect, test } from 'vitest';
import { environmentKeys } from './environment-keys.data.js';
import { findMisspelt } from './find-misspelt-variables.js';

test.each([
  ['MCP_WORKER', 'MCP_WORKERS'],
  ['MCP_PROT', 'MCP_PORT'],
  ['MCP_ALOWED_HOSTS', 'MCP_ALLOWED_HOSTS'],
])('a typo such as %s is reported with the nearest name', (name, nearest) => {
  expect(findMisspelt({ PATH: '/bin', [name]: '1' })).toEqual([
    `the variable ${name} is not read. Did you mean ${nearest}?`,
  ]);
});

test('known variables and those of remote servers and other programs are not reported', () => {
  const read = Object.fromEntries(Object.keys(environmentKeys).map((name) => [name, '1']));
  const others = {
    MCP_SERVER_DOCS_URL: 'https://a.example',
    MCP_TIMEOUT: '1',
    MCP_TOOL_TIMEOUT: '1',
    MCP_DEBUG: '1',
    PROT: '1',
  };

  expect(findMisspelt({ ...read, ...others })).toEqual([]);
});
