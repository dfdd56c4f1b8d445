import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writeStdioCommand } from './stdio-command.js';

const program = { mainProgram: '/srv/dist/main.js', pluginsFolder: '/srv/plugins' };

test('the stdio command passes the absolute paths that decide which servers exist', () => {
  const flags = { plugins: 'mine', mcps: '/srv/mcps.source.json', port: '8080', state: 'state' };

  const command = writeStdioCommand(program, flags, { MCP_REGISTRY: 'published', MCP_PLUGINS: 'others' });

  const places = ['--plugins', resolve('mine'), '--registry', resolve('published'), '--mcps', '/srv/mcps.source.json'];
  expect(command).toEqual(['node', '/srv/dist/main.js', ...places, '--stdio']);
});

test('the stdio command passes the absolute paths of files with variables', () => {
  expect(writeStdioCommand(program, { envFile: ['.env', '/srv/.env'] }, {})).toEqual([
    ...['node', '/srv/dist/main.js', '--env-file', resolve('.env'), '--env-file', '/srv/.env', '--stdio'],
  ]);
});

test('the stdio command keeps the profile "readonly"', () => {
  expect(writeStdioCommand(program, { profile: 'readonly' }, {})).toEqual([
    ...['node', '/srv/dist/main.js', '--profile', 'readonly', '--stdio'],
  ]);
});

test('the stdio command names a plugins folder other than the program’s own', () => {
  const elsewhere = { ...program, pluginsFolder: '/home/team/plugins' };

  expect(writeStdioCommand(elsewhere, {}, {})).toEqual([
    ...['node', '/srv/dist/main.js', '--plugins', resolve('/home/team/plugins'), '--stdio'],
  ]);
});
