import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';

/** Asks for a WebSocket; gives the status, and the connection where there is one. */
async function ask(url: string, subprotocol: string, headers: Readonly<Record<string, string>> = {}) {
  const asked = httpRequest(url, {
    agent: false,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': subprotocol,
      ...headers,
    },
  });
  asked.end();
  const upgraded = once(asked, 'upgrade') as Promise<[IncomingMessage, Socket]>;
  const [response, socket] = await Promise.race([upgraded, once(asked, 'response') as Promise<[IncomingMessage]>]);
  if (!socket) response.resume();
  return { status: response.statusCode, socket };
}

/** Sends a message of less than 64 kB as one masked frame, and reads until the text has come. */
async function tell(socket: Socket, message: object, expected: string): Promise<string> {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, body]));
  let text = '';
  while (!text.includes(expected)) text += String((await once(socket, 'data'))[0]);
  return text;
}

describe('a server with --ws', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(['--ws']);
  });
  afterAll(() => server.stop());

  test('carries MCP, and names the endpoint on its page', async () => {
    const { socket } = await ask(`${server.url}/mcp/echo/ws`, 'mcp');
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } };

    const answer = await tell(socket!, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, '}}');
    const page = await (await fetch(`${server.url}/mcp/meta/echo`)).text();
    socket!.destroy();

    expect(answer).toContain('"protocolVersion":"2025-11-25"');
    expect(page).toContain('/mcp/echo/ws');
  });

  test('carries native streams', async () => {
    const { socket } = await ask(`${server.url}/mcp/echo/ws`, 'sigil.stream');

    const events = await tell(socket!, { jsonrpc: '2.0', id: 1, method: 'echo', params: ['hello'] }, '"complete"');
    socket!.destroy();

    expect(events).toContain('{"type":"complete","result":"hello"}');
  });

  test('refuses pages of other origins, and servers that it does not have', async () => {
    const foreign = await ask(`${server.url}/mcp/echo/ws`, 'mcp', { Origin: 'https://evil.example' });
    const unknown = await ask(`${server.url}/mcp/nobody/ws`, 'mcp');

    expect([foreign.status, unknown.status]).toEqual([403, 404]);
  });

  test('says goodbye when it is stopped', async () => {
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

test('a server without it has no WebSocket', async () => {
  const server = await startServer();

  const { status } = await ask(`${server.url}/mcp/echo/ws`, 'mcp');
  await server.stop();

  expect(status).toBe(404);
});
