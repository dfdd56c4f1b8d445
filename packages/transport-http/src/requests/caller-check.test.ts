import { describe, expect, test, vi } from 'vitest';
import { call, openSocket, openTestServer, send, withHeaders } from '../http.test-support.js';

describe('Host and Origin checks', () => {
  const foreign = { host: 'evil.example', origin: 'http://evil.example' };

  // Rules: 122
  test('a request for a foreign host is refused with 403', async () => {
    const onForbidden = vi.fn();
    const { port } = await openTestServer({ onForbidden });
    const message = 'the Host "evil.example" is not allowed here: "allowedHosts" of the server does not name it';

    const answer = await send(port, withHeaders(call('hi'), { Host: foreign.host }));

    expect(answer.status).toBe(403);
    expect(answer.messages[0]?.error).toEqual({ code: -32600, message });
    expect(onForbidden.mock.calls).toEqual([[message]]);
  });

  // Rules: 52, 53
  test.each([
    ['http://evil.example', 'this Origin'],
    ['null', 'this Origin'],
    ['http://localhost.evil.example', 'this Origin'],
    ['http://localhost@evil.example', 'this Origin'],
    ['file:///etc/passwd', 'this Origin'],
    ['<script>', 'this Origin'],
  ])('a request from the origin %s is refused with 403, which says how to allow %s', async (origin, shown) => {
    const { port } = await openTestServer();

    const answer = await send(port, withHeaders(call('hi'), { Origin: origin }));

    expect(answer.status).toBe(403);
    expect(answer.messages[0]?.error?.message).toContain(`${shown} is not allowed here: "allowedOrigins"`);
  });

  test.each(['http://localhost:5173', 'http://127.0.0.1', 'https://[::1]:8443'])(
    'a page from the loopback origin %s may call',
    async (origin) => {
      const { port } = await openTestServer();

      const answer = await send(port, withHeaders(call('hi'), { Origin: origin }));

      expect(answer.status).toBe(200);
    },
  );

  // Rules: 52
  test('a request with an allowed host and an allowed origin is accepted', async () => {
    const { port } = await openTestServer({
      allowedHosts: ['mcp.example.com'],
      allowedOrigins: ['https://app.example.com'],
    });

    const answer = await send(
      port,
      withHeaders(call('hi'), { Host: 'mcp.example.com', Origin: 'https://app.example.com' }),
    );

    expect(answer.status).toBe(200);
  });

  test('an allowed host without a port is allowed on every port', async () => {
    const { port } = await openTestServer({ allowedHosts: ['MCP.example.com'] });

    const answer = await send(port, withHeaders(call('hi'), { Host: 'mcp.example.com:9000' }));

    expect(answer.status).toBe(200);
  });

  test('a page of an allowed host may call it', async () => {
    const { port } = await openTestServer({ allowedHosts: ['mcp.example.com'] });

    const answer = await send(
      port,
      withHeaders(call('hi'), { Host: 'mcp.example.com', Origin: 'https://mcp.example.com' }),
    );

    expect(answer.status).toBe(200);
  });

  test('an allowed host with a port is allowed on that port only', async () => {
    const { port } = await openTestServer({ allowedHosts: ['mcp.example.com:8443'] });

    const same = await send(port, withHeaders(call('hi'), { Host: 'mcp.example.com:8443' }));
    const other = await send(port, withHeaders(call('hi'), { Host: 'mcp.example.com:9000' }));

    expect([same.status, other.status]).toEqual([200, 403]);
  });

  test('two Host headers are refused with 400', async () => {
    const { port } = await openTestServer();
    const socket = await openSocket(port);

    socket.end('GET /mcp HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n');

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('the host is checked before the method', async () => {
    const { port } = await openTestServer();

    const answer = await send(port, { method: 'PATCH', headers: { Host: foreign.host } });

    expect(answer.status).toBe(403);
  });
});
