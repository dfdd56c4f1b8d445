import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { workspaceRoot } from '@sigil/checks/workspace';
import type { HttpEndpoint } from '@sigil/transport-http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeExpressApp } from '../embedding/express.ts';
import { makeFastifyApp } from '../embedding/fastify.ts';
import { makeHonoApp } from '../embedding/hono.ts';
import { makeKoaApp } from '../embedding/koa.ts';
import { openEndpoint } from '../embedding/open-endpoint.ts';
import { main } from '../embedding/serve.ts';

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
  // The listener passes requests of the Fetch standard, as these frameworks and runtimes do.
  hono: async () => {
    const { app, close } = await makeHonoApp(folder);
    onTestFinished(close);
    return createServer(getRequestListener(app.fetch));
  },
  'a route of next': async () => {
    process.env['PLUGIN_FOLDER'] = folder;
    const { DELETE, GET, POST } = await import('../embedding/next.ts');
    const byMethod: Readonly<Record<string, typeof POST | undefined>> = { DELETE, GET, POST };
    return createServer(getRequestListener((request) => byMethod[request.method]!(request)));
  },
  'a module for bun and deno': async () => {
    process.env['PLUGIN_FOLDER'] = folder;
    const { default: module } = await import('../embedding/runtimes.ts');
    return createServer(getRequestListener(module.fetch));
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

test('a program serves the plugins of a folder itself', async () => {
  const server = await main(join(workspaceRoot, 'apps/server/plugins/echo'), 0);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/echo`)));

  const { content } = await client.callTool({ name: 'echo', arguments: { message: 'hi ✓' } });

  expect(content).toEqual([{ type: 'text', text: 'hi ✓' }]);
  await client.close();
  await server.close();
});
