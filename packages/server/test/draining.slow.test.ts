import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../src/configuration/configuration.js';
import { openServer } from '../src/running/open-server.js';

const source = `
import { Tool } from '@sigil/core';

export class Slow {
  /** Says that it was called. */
  @Tool()
  now(): string {
    return 'called';
  }
}
`;

const call = {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'now',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'now',
      arguments: {},
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
};

test('a draining server fails its readiness probe and still answers, with Connection: close', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('slow', source);
  buildPlugins([join(plugins.path, 'slow')]);
  const flags = { plugins: plugins.path, state: join(plugins.path, '.state'), port: '0' };
  const environment = { MCP_FOLLOW: 'false', MCP_DRAIN_MS: '2000' };
  const server = await openServer(readConfiguration(flags, environment, plugins.path), { write: () => undefined });
  const status = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
  expect([await status('/readyz'), await status('/livez')]).toEqual([200, 200]);
  expect((await fetch(`${server.url}/mcp/slow`, call)).headers.get('connection')).toBe('keep-alive');

  const closed = server.close();

  expect([await status('/readyz'), await status('/livez')]).toEqual([503, 200]);
  const answer = await fetch(`${server.url}/mcp/slow`, call);
  expect(await answer.text()).toContain('called');
  expect(answer.headers.get('connection')).toBe('close');
  await closed;
  await expect(status('/readyz')).rejects.toThrow('fetch failed');
});
