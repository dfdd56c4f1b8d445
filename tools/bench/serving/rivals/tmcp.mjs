/**
 * Serves with tmcp and zod, behind hono's listener for Node.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { StdioTransport } from '@tmcp/transport-stdio';
import { McpServer } from 'tmcp';
import { z } from 'zod';
import { readSubjectOptions, sayReady } from '../subject-options.mjs';
import { toResult } from '../served-tools/tools.mjs';
import { progressInput, zodTools } from './zod-tools.mjs';

const options = readSubjectOptions();
if (options) {
  const mcp = buildServer(options);
  if (options.stdio) new StdioTransport(mcp).listen();
  else overHttp(mcp, options.port);
}

function buildServer({ tools, progress }) {
  const server = new McpServer(
    { name: 'tmcp', version: '1.0.0' },
    { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
  );
  for (const { name, description, input, output, run } of zodTools(tools)) {
    const about = { name, description, schema: z.object(input), ...(output ? { outputSchema: z.object(output) } : {}) };
    server.tool(about, async (given) => toResult(run(given)));
  }
  if (progress) {
    const about = { name: 'progress', description: 'Reports progress.', schema: z.object(progressInput) };
    server.tool(about, async ({ count }) => {
      for (let step = 1; step <= count; step++) server.progress(step, count);
      return toResult('done');
    });
  }
  return server;
}

function overHttp(mcp, port) {
  const transport = new HttpTransport(mcp, { path: '/mcp' });
  const listener = getRequestListener(async (request) => {
    const response = await transport.respond(request);
    return response ?? new Response(null, { status: 404 });
  });
  const server = createServer(listener);
  server.listen(port, '127.0.0.1', () => sayReady(server.address().port));
}
