import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../configuration/configuration.js';
import { openServer } from '../running/open-server.js';

async function serve(settings: JsonObject = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-modified-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'sigil.config.json');
  writeFileSync(config, JSON.stringify({ port: 0, stateFolder: 'state', pluginsFolder: '.', ...settings }));
  const server = await openServer(readConfiguration({ config }, {}, folder), { write: () => undefined });
  onTestFinished(() => server.close());
  return server.url ?? '';
}

test.each(['/mcp', '/mcp/meta/all', '/mcp/meta/all.json'])(
  '%s is not sent again to a reader that has it',
  async (path) => {
    const url = await serve();

    const first = await fetch(url + path);
    const tag = first.headers.get('ETag') ?? '';
    await first.text();
    const again = await fetch(url + path, { headers: { 'If-None-Match': `"other", W/${tag}` } });
    const other = await fetch(url + path, { headers: { 'If-None-Match': '"other"' } });

    expect([first.status, again.status, other.status]).toEqual([200, 304, 200]);
    expect(await again.text()).toBe('');
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
  },
);

test('lists have the lifetime and the scope of the configuration', async () => {
  const url = await serve({ listTtlMs: 7_000, listCacheScope: 'private' });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };

  const answer = await fetch(`${url}/mcp/all`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/list',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }),
  });

  expect(await answer.json()).toMatchObject({ result: { ttlMs: 7_000, cacheScope: 'private' } });
});
