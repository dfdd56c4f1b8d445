import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { ask, tell } from '@sigil/test-support/web-socket';

describe('a server with --ws', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(['--ws']);
  });
  afterAll(() => server.stop());

  test('carries MCP and shows the endpoint on its page', async () => {
    const { socket } = await ask(`${server.url}/mcp/echo/ws`, 'mcp');
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } };

    const answer = await tell(socket!, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, '}}');
    const page = await (await fetch(`${server.url}/mcp/meta/echo`)).text();
    socket!.destroy();

    expect(answer).toContain('"protocolVersion":"2025-11-25"');
    expect(page.replaceAll('<wbr>', '')).toContain('/mcp/echo/ws');
  });

  test('carries native streams', async () => {
    const { socket } = await ask(`${server.url}/mcp/echo/ws`, 'sigil.stream');

    const events = await tell(socket!, { jsonrpc: '2.0', id: 1, method: 'echo', params: ['hello'] }, '"complete"');
    socket!.destroy();

    expect(events).toContain('{"type":"complete","result":"hello"}');
  });

  test('refuses foreign origins with 403 and unknown servers with 404', async () => {
    const foreign = await ask(`${server.url}/mcp/echo/ws`, 'mcp', { Origin: 'https://evil.example' });
    const unknown = await ask(`${server.url}/mcp/nobody/ws`, 'mcp');

    expect([foreign.status, unknown.status]).toEqual([403, 404]);
  });

  test('closes its connections with 1001 when it stops', async () => {
    const { socket } = await ask(`${server.url}/mcp/echo/ws`, 'mcp');
    const said = once(socket!, 'data') as Promise<[Buffer]>;

    server.process.kill('SIGTERM');
    const [bytes] = await said;
    socket!.destroy();
    const [code] = (await once(server.process, 'exit')) as [number];

    expect(bytes.readUInt16BE(2)).toBe(1001);
    expect(code).toBe(0);
  });
});

test('a server without --ws has no WebSocket endpoint', async () => {
  const server = await startServer();

  const { status } = await ask(`${server.url}/mcp/echo/ws`, 'mcp');
  await server.stop();

  expect(status).toBe(404);
});
