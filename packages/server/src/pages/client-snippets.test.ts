import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeSnippets } from './client-snippets.js';

const workplace = fileURLToPath(new URL('../../.tmp/', import.meta.url));
const compiler = fileURLToPath(new URL('../../../../node_modules/@typescript/native/bin/tsc', import.meta.url));

function snippetsFor(url: string): Readonly<Record<string, string>> {
  return Object.fromEntries(writeSnippets('echo', url).map(({ id, code }) => [id, code]));
}

test('each snippet names the server’s URL in the format of its client', () => {
  const snippets = snippetsFor('http://localhost:3000/mcp/echo');

  expect(snippets['claude-code']).toBe('claude mcp add --transport http sigil-echo http://localhost:3000/mcp/echo');
  expect(snippets['codex']).toBe('[mcp_servers.sigil-echo]\nurl = "http://localhost:3000/mcp/echo"');
  expect(JSON.parse(snippets['cursor']!)).toEqual({
    mcpServers: { 'sigil-echo': { url: 'http://localhost:3000/mcp/echo' } },
  });
  expect(JSON.parse(snippets['vscode']!)).toEqual({
    servers: { 'sigil-echo': { type: 'http', url: 'http://localhost:3000/mcp/echo' } },
  });
});

test.each([
  ['http://127.0.0.1:3000/mcp/echo', []],
  ['https://mcp.example.org/mcp/echo', []],
  ['http://mcp.example.org/mcp/echo', ['--allow-http']],
])('the stdio bridge gets --allow-http only for plain HTTP to another host: %s', (url, more) => {
  const { mcpServers } = JSON.parse(snippetsFor(url)['claude-desktop']!) as { mcpServers: Record<string, unknown> };

  expect(mcpServers['sigil-echo']).toEqual({ command: 'npx', args: ['-y', 'mcp-remote', url, ...more] });
});

test('the TypeScript snippet compiles against the official client', () => {
  mkdirSync(workplace, { recursive: true });
  const folder = mkdtempSync(join(workplace, 'snippet-'));
  writeFileSync(join(folder, 'program.mts'), snippetsFor('http://localhost:3000/mcp/echo')['typescript']!);
  const flags = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--ignoreConfig',
  ];
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...flags, '--types', 'node', 'program.mts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });

  expect([stdout, status]).toEqual(['', 0]);
});
