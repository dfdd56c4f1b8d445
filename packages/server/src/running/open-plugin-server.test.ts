import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buildCatalog, fixedSource, type CatalogSource } from '@sigil/core/catalog';
import { expect, onTestFinished, test } from 'vitest';
import type { ServingLog } from '../log/server-log.js';
import { openPluginServer, type PluginServerSettings } from './open-plugin-server.js';
import type { RunningServer } from './serve-mounts.js';

const echo: CatalogSource = fixedSource(
  buildCatalog({
    tools: [
      {
        definition: { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } },
        run: () => ({ kind: 'result', content: [{ type: 'text', text: 'again' }], isError: false }),
      },
    ],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  }),
);
const silent: ServingLog = { faultsOf: () => () => undefined, failure: () => undefined };
const html = { headers: { accept: 'text/html,application/xhtml+xml' } };
const call = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } }),
};

async function open(settings: PluginServerSettings = {}): Promise<RunningServer> {
  const offered = { name: 'parrot', version: '1.0.0', description: 'Repeats.', source: echo };
  const server = await openPluginServer(offered, { stateless: true, ...settings }, { log: silent, closeGraceMs: 1 });
  onTestFinished(() => server.close());
  return server;
}

/** Of a GET whose Host header says so, which `fetch` would not send. */
async function statusFor(url: string, host: string): Promise<number> {
  const [response] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

test('the endpoint is at the path of the server and at /mcp', async () => {
  const { url } = await open();

  const answers = await Promise.all(
    ['/mcp/parrot', '/mcp'].map(async (path) => (await fetch(url + path, call)).text()),
  );

  expect(answers).toEqual([expect.stringContaining('"again"'), expect.stringContaining('"again"')]);
});

test('a browser gets the pages, with the form of each tool, where a client has the endpoint', async () => {
  const { url } = await open();

  const [instructions, meta] = await Promise.all(
    ['/mcp', '/mcp/meta/parrot'].map(async (path) => (await fetch(url + path, html)).text()),
  );
  const events = await fetch(`${url}/mcp`, { headers: { accept: 'text/event-stream' } });

  expect(instructions).toContain('/mcp/meta/parrot');
  expect(meta).toContain('Says it again.');
  expect(events.status).toBe(405); // the endpoint's own answer, since it keeps no sessions
});

test('health is told as by every server', async () => {
  const { url } = await open();

  const health = await fetch(`${url}/healthz`);

  expect(await health.json()).toEqual({ status: 'ok', plugins: {} });
});

test('requests to other host names are refused, unless they are allowed', async () => {
  const closed = await open();
  const opened = await open({ allowedHosts: ['parrot.example'] });
  const ask = async ({ url }: RunningServer): Promise<number[]> => {
    const statuses = ['/mcp/parrot', '/mcp/meta/parrot'].map((path) => statusFor(`${url}${path}`, 'parrot.example'));
    return Promise.all(statuses);
  };

  expect(await ask(closed)).toEqual([403, 403]);
  expect(await ask(opened)).toEqual([405, 200]);
});

test('a port that is taken is refused, and nothing stays open', async () => {
  const { url } = await open();

  await expect(open({ port: Number(new URL(url!).port) })).rejects.toMatchObject({ code: 'port-busy' });
});
