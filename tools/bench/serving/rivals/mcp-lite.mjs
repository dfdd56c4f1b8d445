/**
 * Serves with mcp-lite behind hono's server for Node, as its guide does.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { InMemorySessionAdapter, McpServer, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';
import { readSubjectOptions, sayReady } from '../subject-options.mjs';
import { toResult } from '../served-tools/tools.mjs';
import { progressInput, zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) {
  const mcp = buildServer(options);
  const sessionAdapter = options.stateless ? undefined : new InMemorySessionAdapter({ maxEventBufferSize: 1024 });
  const handler = new StreamableHttpTransport({ sessionAdapter }).bind(mcp);
  const server = createServer(getRequestListener(handler, { overrideGlobalObjects: true }));
  server.listen(options.port, '127.0.0.1', () => sayReady(server.address().port));
}

function buildServer({ tools, progress }) {
  const server = new McpServer({
    name: 'mcp-lite',
    version: '1.0.0',
    schemaAdapter: (schema) => z.toJSONSchema(schema),
  });
  for (const { name, description, input, output, run } of zodTools(tools)) {
    server.tool(name, {
      description,
      inputSchema: z.object(input),
      ...(output ? { outputSchema: z.object(output) } : {}),
      handler: (given) => toResult(run(given)),
    });
  }
  if (progress) server.tool('progress', { inputSchema: z.object(progressInput), handler: reportProgress });
  return server;
}

async function reportProgress({ count }, context) {
  for (let step = 1; step <= count; step++) await context.progress({ progress: step });
  return toResult('done');
}
