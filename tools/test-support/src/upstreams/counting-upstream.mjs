/**
 * A legacy upstream with sessions as a program: argument 1 is its port, argument 2 a file that gets a line for each call that ran,
 * argument 3 the number of calls after which it dies in the middle of one.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , port, file, dyingCall] = process.argv;
const tool = (name, readOnlyHint) => ({ name, inputSchema: { type: 'object' }, annotations: { readOnlyHint } });
const sessions = new Set();
let calls = 0;

function call({ name, arguments: { id } }) {
  appendFileSync(file, `${name} ${id}\n`);
  if (++calls === Number(dyingCall)) process.kill(process.pid, 'SIGKILL');
  return { content: [{ type: 'text', text: `ran ${id}` }] };
}

const results = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'counting', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool('look', true), tool('write', false)] }),
  'tools/call': call,
  ping: () => ({}),
};

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (request.method !== 'POST') return response.writeHead(405).end();
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
  const known = request.headers['mcp-session-id'];
  if (known !== undefined && !sessions.has(known)) return response.writeHead(404).end();
  if (id === undefined) return response.writeHead(202).end();
  const result = results[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } };
  if (method === 'initialize') {
    const session = `${process.pid}-${sessions.size}`;
    sessions.add(session);
    response.setHeader('mcp-session-id', session);
  }
  response.setHeader('content-type', 'application/json');
  return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
