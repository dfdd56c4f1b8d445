/**
 * A gateway based on the official client: a bare node:http server in front, one client behind. A real one has the official
 * server in front, which costs more.
 */
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const upstream = new URL(String(process.argv[2]));
const client = new Client({ name: 'gateway', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(upstream));

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => void answer(JSON.parse(Buffer.concat(chunks).toString()), response));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Serves on http://127.0.0.1:${/** @type {any} */ (server.address()).port}/mcp`);
});

/** @param {any} message @param {import('node:http').ServerResponse} response */
async function answer({ id, method, params }, response) {
  if (id === undefined) return void response.writeHead(202).end();
  const result = method === 'tools/call' ? await client.callTool(params) : handshake(params);
  const body = JSON.stringify({ jsonrpc: '2.0', id, result });
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length, 'mcp-session-id': 'one' });
  response.end(body);
}

/** @param {any} params */
function handshake({ protocolVersion }) {
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'sdk-gateway', version: '1.0.0' } };
}
