import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writeStdioCommand } from './stdio-command.js';

const program = { mainProgram: '/srv/dist/main.js', pluginsFolder: '/srv/plugins' };

test('names the folders and files that say which servers there are, wherever it is started', () => {
  const flags = { plugins: 'mine', mcps: '/srv/mcps.source.json', port: '8080', state: 'state' };

  const command = writeStdioCommand(program, flags, { MCP_REGISTRY: 'published', MCP_PLUGINS: 'others' });

  const places = ['--plugins', resolve('mine'), '--registry', resolve('published'), '--mcps', '/srv/mcps.source.json'];
  expect(command).toEqual(['node', '/srv/dist/main.js', ...places, '--stdio']);
});

test('offers no more than is offered here', () => {
  expect(writeStdioCommand(program, { profile: 'readonly' }, {})).toEqual([
    ...['node', '/srv/dist/main.js', '--profile', 'readonly', '--stdio'],
  ]);
});

test('names the plugins of the folder in which it was started, which are not those of the program', () => {
  const elsewhere = { ...program, pluginsFolder: '/home/team/plugins' };

  expect(writeStdioCommand(elsewhere, {}, {})).toEqual([
    ...['node', '/srv/dist/main.js', '--plugins', resolve('/home/team/plugins'), '--stdio'],
  ]);
});
