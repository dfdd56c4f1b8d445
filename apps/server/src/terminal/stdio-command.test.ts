import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writeStdioCommand } from './stdio-command.js';

test('names the folders and files that say which servers there are, wherever it is started', () => {
  const flags = { plugins: 'mine', mcps: '/srv/mcps.source.json', port: '8080', state: 'state' };

  const command = writeStdioCommand('/srv/main.js', flags, { MCP_REGISTRY: 'published', MCP_PLUGINS: 'others' });

  const places = ['--plugins', resolve('mine'), '--registry', resolve('published'), '--mcps', '/srv/mcps.source.json'];
  expect(command).toEqual(['node', '/srv/main.js', ...places, '--stdio']);
});

test('offers no more than is offered here', () => {
  expect(writeStdioCommand('main.js', { profile: 'readonly' }, {})).toEqual([
    ...['node', 'main.js', '--profile', 'readonly', '--stdio'],
  ]);
});
