import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureCommand, startFixture, type RunningFixture } from '../src/judging/start-fixture.js';

let fixture: RunningFixture;
let url: string;

beforeAll(async () => {
  fixture = await startFixture();
  url = new URL(fixture.url).origin;
});

afterAll(() => fixture.stop());

// The suite itself knows only Streamable HTTP.
test.each<[string, () => Transport]>([
  ['stdio', () => new StdioClientTransport({ command: process.execPath, args: [...fixtureCommand, '--stdio'] })],
  ['HTTP at the mount', () => new StreamableHTTPClientTransport(new URL(`${url}/mcp/fixture`)) as Transport],
  ['HTTP at the short path', () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`)) as Transport],
  ['HTTP+SSE', () => new SSEClientTransport(new URL(`${url}/mcp/fixture/sse`))],
])('over %s the first tool that is listed can be called without arguments', async (_name, open) => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(open());

  const [first] = (await client.listTools()).tools;
  const result = await client.callTool({ name: first?.name ?? '', arguments: {} });
  await client.close();

  expect(result.content).toEqual([{ type: 'text', text: 'This is a simple text response for testing.' }]);
});
