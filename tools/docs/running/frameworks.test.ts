/**
 * Holds the applications of the page on embedding to one contract: a client sees in each framework what it sees on node:http.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createEngine, revisions } from '@sigil/core/engine';
import { hostPlugin } from '@sigil/plugin-host';
import { serve } from '@sigil/server/embedding';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { comparedBodyBytes, comparedOrigin, modernSending, readHttpAnswers, sendHttp } from '@sigil/testing/contracts';
import { createEndpoint, type HttpEndpoint } from '@sigil/transport-http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeExpressApp } from '../embedding/express.ts';
import { makeFastifyApp } from '../embedding/fastify.ts';
import { makeHonoApp } from '../embedding/hono.ts';
import { makeKoaApp } from '../embedding/koa.ts';

const source = `import { Tool, type Context } from '@sigil/core';

/** Answers of every kind. */
export class Answers {
  #ended = 0;

  /** Repeat a text. */
  @Tool()
  echo(text: string): string {
    return text;
  }

  /** Count, with progress. */
  @Tool()
  async counter(context: Context, steps = 1): Promise<string> {
    for (let step = 1; step <= steps; step++) await context.reportProgress(step, steps);
    return \`counted \${steps}\`;
  }

  /** Wait until the call is cancelled. */
  @Tool()
  async wait(context: Context): Promise<string> {
    await context.reportProgress(1);
    await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    this.#ended++;
    return 'late';
  }

  /** Count the calls that waited and have ended. */
  @Tool()
  ended(): string {
    return String(this.#ended);
  }
}
`;

let plugins: PluginsFolder;
const folder = (): string => join(plugins.path, 'answers');

beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('answers', source);
  buildPlugins([folder()]);
});
afterAll(() => plugins.remove());

interface Served {
  /** The address of the endpoint in the framework. */
  readonly url: string;
  /** The address of the same plugin on node:http. */
  readonly direct: string;
}

const limits = { maxBodyBytes: comparedBodyBytes };
const allowedOrigins = [comparedOrigin];

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A framework on the request and the response of node:http, which gets an endpoint. */
function onNode(make: (endpoint: HttpEndpoint) => Promise<Server> | Server) {
  return async (stateless: boolean): Promise<Served> => {
    const plugin = await hostPlugin(folder());
    const engine = createEngine({ info: { name: 'answers', version: '1.0.0' }, source: plugin });
    const sessions = stateless ? 'stateless' : 'stateful';
    const endpoint = createEndpoint(engine, { sessions, allowedOrigins, limits });
    onTestFinished(async () => {
      await endpoint.close(1);
      engine.close();
      await plugin.close();
    });
    const direct = createServer((request, response) => endpoint.handle(request, response));
    return { url: await listen(await make(endpoint)), direct: await listen(direct) };
  };
}

/** A framework of the Fetch standard, which gets a handler. */
function onFetch(make: (folder: string, stateless: boolean) => Promise<RequestListener>, settings: object) {
  return async (stateless: boolean): Promise<Served> => {
    const options = { write: () => undefined, closeGraceMs: 1, stateless, port: 0, ...settings };
    const server = await serve(folder(), options);
    onTestFinished(() => server.close());
    return { url: await listen(createServer(await make(folder(), stateless))), direct: `${server.url}/mcp/answers` };
  };
}

const listenerOf = (answer: (request: Request) => Promise<Response> | Response): RequestListener =>
  getRequestListener((request) => answer(request)) as RequestListener;

const frameworks: Readonly<Record<string, (stateless: boolean) => Promise<Served>>> = {
  Express: onNode((endpoint) => createServer(makeExpressApp(endpoint))),
  Koa: onNode((endpoint) => createServer(makeKoaApp(endpoint).callback())),
  Fastify: onNode(async (endpoint) => {
    const app = makeFastifyApp(endpoint);
    await app.ready();
    return app.server;
  }),
  Hono: onFetch(
    async (plugin, stateless) => {
      const { app, close } = await makeHonoApp(plugin, { stateless, allowedOrigins, closeGraceMs: 1 });
      onTestFinished(close);
      return listenerOf(app.fetch);
    },
    { allowedOrigins },
  ),
};

const modes = Object.entries(frameworks).flatMap(([name, open]) =>
  [false, true].map((stateless) => ({ name, stateless, open })),
);

describe.each(modes)('$name, stateless: $stateless', ({ stateless, open }) => {
  test.each(revisions.map(({ date }) => date))('gives a client of %s the answers of node:http', async (date) => {
    const { url, direct } = await open(stateless);

    const answers = await readHttpAnswers(url, date);

    expect(answers).toEqual(await readHttpAnswers(direct, date));
    expect(answers.length).toBeGreaterThan(20);
  });

  test('sends events as they happen, and cancels the call when the client disconnects', async () => {
    const { url } = await open(stateless);
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    const call = modernSending('tools/call', { name: 'wait', arguments: {}, _meta: { progressToken: 1 } });
    const stream = await sendHttp(url, call);
    stream.on('error', () => undefined);
    const [first] = await new Promise<unknown[]>((resolve) => stream.once('data', (...data) => resolve(data)));

    stream.destroy();

    expect(String(first)).toContain('notifications/progress');
    await expect
      .poll(async () => (await client.callTool({ name: 'ended', arguments: {} })).content)
      .toEqual([{ type: 'text', text: '1' }]);
  });
});
