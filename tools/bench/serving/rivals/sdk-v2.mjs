/**
 * Serves with the official SDK, version 2: `createMcpHandler` for the modern era and for stateless handshakes, and a transport
 * for each session otherwise, as its guide does.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { readSubjectOptions, sayReady } from '../subject-options.mjs';
import { toResult } from '../served-tools/tools.mjs';
import { progressInput, zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) serve(options);

function serve({ port, stdio, tools, progress, stateless }) {
  const published = zodTools(tools).map(({ input, output, ...tool }) => ({
    ...tool,
    inputSchema: z.object(input),
    ...(output ? { outputSchema: z.object(output) } : {}),
  }));
  const build = () => buildServer(published, progress);
  if (stdio) serveStdio(build);
  else overHttp(port, stateless, build);
}

function buildServer(published, progress) {
  const server = new McpServer({ name: 'sdk-v2', version: '1.0.0' }, { capabilities: { tools: {} } });
  for (const { name, run, ...about } of published)
    server.registerTool(name, about, async (input) => toResult(run(input)));
  if (progress) server.registerTool('progress', { inputSchema: z.object(progressInput) }, reportProgress);
  return server;
}

async function reportProgress({ count }, { mcpReq }) {
  const { progressToken } = mcpReq._meta;
  for (let step = 1; step <= count; step++) {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: step } });
  }
  return toResult('done');
}

function overHttp(port, stateless, build) {
  const modern = toNodeHandler(createMcpHandler(build));
  const sessions = new Map();
  const server = createServer((request, response) => {
    const session = request.headers['mcp-session-id'];
    const isModern = request.headers['mcp-protocol-version'] === '2026-07-28';
    if (isModern || stateless) void modern(request, response);
    else if (session !== undefined) void sessions.get(session).handleRequest(request, response);
    else void openSession(sessions, build).then((transport) => transport.handleRequest(request, response));
  });
  server.listen(port, '127.0.0.1', () => sayReady(server.address().port));
}

async function openSession(sessions, build) {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await build().connect(transport);
  return transport;
}
