/**
 * A gateway built from the official SDK, version 2, in the usual way: its server in front with a session for each client, and
 * its client behind, shared by all.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { Server } from '@modelcontextprotocol/server';

const client = new Client({ name: 'gateway', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(String(process.argv[2]))));

const sessions = new Map();
const server = createServer((request, response) => {
  const session = request.headers['mcp-session-id'];
  if (session !== undefined) void sessions.get(session).handleRequest(request, response);
  else void openSession().then((transport) => transport.handleRequest(request, response));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Serves on http://127.0.0.1:${server.address().port}/mcp`);
});

async function openSession() {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  const front = new Server({ name: 'sdk-v2-gateway', version: '1.0.0' }, { capabilities: { tools: {} } });
  front.setRequestHandler('tools/list', ({ params }) => client.listTools(params));
  front.setRequestHandler('tools/call', ({ params }) => client.callTool(params));
  await front.connect(transport);
  return transport;
}
