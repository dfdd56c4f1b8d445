import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { run } from '../run-sigil.test-support.js';

let server: Server | undefined;

afterEach(() => server?.close());

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server!.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('headers reach the server with every request', async () => {
  const seen: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401).end();
  });

  const { exitCode, stderr } = await run(['list', `${url}/mcp`, '--header', 'Authorization: Bearer abc']);

  expect(new Set(seen)).toEqual(new Set(['Bearer abc']));
  expect(stderr).not.toContain('abc');
  expect(exitCode).toBe(1);
});

test.each([
  [404, 'there is no MCP endpoint at /elsewhere (HTTP 404); Sigil serves at /mcp'],
  [405, 'this is an address of pages (HTTP 405); each server has its own, such as /mcp/all or /mcp/{server}'],
  [403, 'the server refused us (HTTP 403); --header may carry what it asks for'],
])('status %i is explained', async (status, why) => {
  const url = await listen((_request, response) => void response.writeHead(status).end());

  const { exitCode, stderr } = await run(['list', `${url}/elsewhere`]);

  expect(stderr).toBe(`error: cannot connect to ${url}/elsewhere: ${why}\n`);
  expect(exitCode).toBe(1);
});

test('a port where nothing listens is explained', async () => {
  const url = await listen(() => undefined);
  await new Promise((resolve) => server!.close(resolve));

  const { stderr } = await run(['list', `${url}/mcp`]);

  expect(stderr).toBe(`error: cannot connect to ${url}/mcp: nothing listens there; is the server running?\n`);
});
