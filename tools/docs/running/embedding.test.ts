import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { workspaceRoot } from '@sigil/checks/workspace';
import type { HttpEndpoint } from '@sigil/transport-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeExpressApp } from '../embedding/express.ts';
import { makeFastifyApp } from '../embedding/fastify.ts';
import { makeHonoApp } from '../embedding/hono.ts';
import { makeKoaApp } from '../embedding/koa.ts';
import { openEndpoint } from '../embedding/open-endpoint.ts';

const folder = join(workspaceRoot, 'apps/server/plugins/echo');
let opened: Awaited<ReturnType<typeof openEndpoint>>;

beforeAll(async () => void (opened = await openEndpoint(folder)));
afterAll(() => opened.close());

/** Node servers, not listening yet, by framework. */
const frameworks: Readonly<Record<string, (endpoint: HttpEndpoint) => Promise<Server> | Server>> = {
  koa: (endpoint) => createServer(makeKoaApp(endpoint).callback()),
  express: (endpoint) => createServer(makeExpressApp(endpoint)),
  fastify: async (endpoint) => {
    const app = makeFastifyApp(endpoint);
    await app.ready();
    return app.server;
  },
  hono: (endpoint) => createServer(getRequestListener(makeHonoApp(endpoint).fetch)),
  // Next passes an API route Node's own request and response, as node:http does here.
  'a route of next': async () => {
    process.env['PLUGIN_FOLDER'] = folder;
    const { default: handler } = await import('../embedding/next.ts');
    return createServer((request, response) => void handler(request, response));
  },
};

test.each(Object.entries(frameworks))('the endpoint answers the official client in %s', async (_name, make) => {
  const server = await make(opened.endpoint);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));

  const { content } = await client.callTool({ name: 'echo', arguments: { message: 'hi ✓' } });

  expect(content).toEqual([{ type: 'text', text: 'hi ✓' }]);
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
