/**
 * Serves with the official SDK, version 1: a transport for each session, or a server and a transport for each request, as its guide does.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { readSubjectOptions, sayReady } from '../subject-options.mjs';
import { toResult } from '../served-tools/tools.mjs';
import { progressInput, zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) await serve(options);

async function serve({ port, stdio, tools, progress, stateless }) {
  const published = zodTools(tools);
  const build = () => buildServer(published, progress);
  if (stdio) await build().connect(new StdioServerTransport());
  else overHttp(port, stateless, build);
}

function buildServer(published, progress) {
  const server = new McpServer({ name: 'sdk-v1', version: '1.0.0' });
  for (const { name, description, input, output, run } of published) {
    const about = { description, inputSchema: input, ...(output ? { outputSchema: output } : {}) };
    server.registerTool(name, about, async (given) => toResult(run(given)));
  }
  if (progress) server.registerTool('progress', { inputSchema: progressInput }, reportProgress);
  return server;
}

async function reportProgress({ count }, { _meta, sendNotification }) {
  const { progressToken } = _meta;
  for (let step = 1; step <= count; step++) {
    await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: step } });
  }
  return toResult('done');
}

function overHttp(port, stateless, build) {
  const sessions = new Map();
  const server = createServer((request, response) => {
    const session = request.headers['mcp-session-id'];
    if (stateless) void answerOnce(build, request, response);
    else if (session !== undefined) void sessions.get(session).handleRequest(request, response);
    else void openSession(sessions, build).then((transport) => transport.handleRequest(request, response));
  });
  server.listen(port, '127.0.0.1', () => sayReady(server.address().port));
}

async function answerOnce(build, request, response) {
  const server = build();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void transport.close().then(() => server.close()));
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

async function openSession(sessions, build) {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await build().connect(transport);
  return transport;
}
