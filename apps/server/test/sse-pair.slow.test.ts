import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { expect, test } from 'vitest';
import { startServer } from './built-server.test-support.js';

test('an HTTP+SSE client is served with --sse', async () => {
  const server = await startServer(['--sse']);
  const client = new Client({ name: 'old', version: '1' });
  await client.connect(
    new SSEClientTransport(new URL(`${server.url}/mcp/echo/sse`)) as Parameters<Client['connect']>[0],
  );

  const result = await client.callTool({ name: 'echo', arguments: { message: 'hello' } });
  await client.close();
  await server.stop();

  expect(result.content).toEqual([{ type: 'text', text: 'hello' }]);
});

test('the HTTP+SSE endpoint is absent without --sse', async () => {
  const server = await startServer();

  const response = await fetch(`${server.url}/mcp/echo/sse`);
  await server.stop();

  expect(response.status).toBe(404);
});
