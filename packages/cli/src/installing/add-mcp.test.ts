import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { clientConfiguration, clientIds, writeEntry, type InstallableServer } from '@sigil/contracts/clients';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { entryIn } from './client-files.test-support.js';
import { findClientFile } from './find-client-file.js';

const home = mkdtempSync(join(tmpdir(), 'sigil-oracle-'));
let oracle: typeof import('add-mcp');

beforeAll(async () => {
  for (const name of ['XDG_CONFIG_HOME', 'CODEX_HOME', 'CLAUDE_CONFIG_DIR']) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', home);
  // It determines the home folder when it is loaded.
  expect(homedir()).toBe(home);
  oracle = await import('add-mcp');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const servers: readonly InstallableServer[] = [
  { kind: 'stdio', command: 'node', args: ['a.js', '--stdio'], env: { LEVEL: 'debug' } },
  { kind: 'stdio', command: 'node', args: [], env: {} },
  { kind: 'http', url: 'https://mcp.example.com/mcp', headers: { 'X-Team': 'a' } },
  { kind: 'http', url: 'https://mcp.example.com/mcp', headers: {} },
];

describe.each(clientIds)('the entry for %s', (client) => {
  test.each(servers)('is written as add-mcp writes it: %j', (server) => {
    // Claude Desktop's file takes programs only, and add-mcp uses no bridge program.
    if (server.kind === 'http' && clientConfiguration(client).http === undefined) {
      expect(oracle.agents[client].supportedTransports).not.toContain('http');
      return;
    }
    const { success, path } = oracle.upsertServer(client, 'dice', configOf(server));

    expect(success).toBe(true);
    expect(writeEntry(client, { name: 'dice', server }).value).toEqual(
      withoutKnownDifferences(client, entryIn(client, readFileSync(path, 'utf8'), 'dice')),
    );
  });

  test('is stored in the files that add-mcp uses', () => {
    const { configPath, localConfigPath } = oracle.agents[client];
    const surroundings = { platform: process.platform, env: { HOME: home }, cwd: home };

    expect(findClientFile(client, 'user', surroundings)).toBe(configPath);
    const { projectFile } = clientConfiguration(client);
    expect(projectFile).toBe(localConfigPath && relative(home, join(home, localConfigPath)));
  });
});

function configOf(server: InstallableServer): import('add-mcp').McpServerConfig {
  if (server.kind === 'http') return { type: 'http', url: server.url, headers: { ...server.headers } };
  return { command: server.command, args: [...server.args], env: { ...server.env } };
}

/** Removes empty objects, which have no effect, and the member "type" for Codex, which Codex ignores. */
function withoutKnownDifferences(client: string, entry: unknown): object {
  const members = Object.entries(entry as object).filter(
    ([key, value]) => !(client === 'codex' && key === 'type') && !(key !== 'args' && isEmpty(value)),
  );
  return Object.fromEntries(members);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
