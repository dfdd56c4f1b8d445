import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';

const folder = mkdtempSync(join(tmpdir(), 'sigil-stateless-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Configures two servers of one plugin: one sets the option itself, the other does not. */
function sourceWith(own: boolean): string {
  const file = join(folder, `${own}.source.json`);
  const servers = { own: { plugin: 'echo', stateless: own }, other: { plugin: 'echo' } };
  writeFileSync(file, JSON.stringify(servers));
  return file;
}

describe.each([
  ['one server without sessions', () => ['--mcps', sourceWith(true)], { stateless: 'own', stateful: 'other' }],
  ['all but one', () => ['--stateless', '--mcps', sourceWith(false)], { stateless: 'other', stateful: 'own' }],
])('%s', (_which, args, { stateless, stateful }) => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer(args());
  });
  afterAll(() => server.stop());

  test.each(['GET', 'DELETE'])('the stateless server answers %s with 405', async (method) => {
    const response = await fetch(`${server.url}/mcp/${stateless}`, {
      method,
      headers: { accept: 'text/event-stream' },
    });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('the other server keeps its sessions', async () => {
    const response = await fetch(`${server.url}/mcp/${stateful}`, { headers: { accept: 'text/event-stream' } });

    expect(response.status).toBe(400);
  });

  test('the stateless server serves a legacy client without a session', async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/${stateless}`));
    const client = new Client({ name: 'old', version: '1' });
    await client.connect(transport as Parameters<Client['connect']>[0]);

    const result = await client.callTool({ name: 'echo', arguments: { message: 'hello' } });
    const { sessionId } = transport;
    await client.close();

    expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
    expect(sessionId).toBeUndefined();
  });
});
