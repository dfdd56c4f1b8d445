import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { buildCatalog, fixedSource, type CatalogSource } from '@sigil/core/catalog';
import { initialize, request } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import type { ServingLog } from '../log/server-log.js';
import { openPluginServer, type PluginServerParts, type PluginServerSettings } from './open-plugin-server.js';
import type { OfferedPlugin } from '../mounts/plugin-mounts.js';
import type { RunningServer } from './running-server.js';

const echo: CatalogSource = fixedSource(
  buildCatalog({
    tools: [
      {
        definition: { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } },
        run: async () => ({ kind: 'result', content: [{ type: 'text', text: 'again' }], isError: false }),
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

async function open(
  settings: PluginServerSettings = {},
  more: Pick<PluginServerParts, 'changes' | 'observing'> = {},
): Promise<RunningServer> {
  const offered = { name: 'parrot', version: '1.0.0', description: 'Repeats.', source: echo };
  const parts = { log: silent, closeGraceMs: 1, ...more };
  const server = await openPluginServer(offered, { stateless: true, ...settings }, parts);
  onTestFinished(() => server.close());
  return server;
}

/** Returns the status of a GET with a given Host header, which `fetch` would not send. */
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

test('native streams are served over HTTP if configured, and only then', async () => {
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'echo', params: {} });

  const served = await fetch(`${(await open({ streams: true })).url}/mcp/parrot/streams`, { ...call, body });
  const missing = await fetch(`${(await open()).url}/mcp/parrot/streams`, { ...call, body });

  expect(await served.text()).toContain('"result":{"type":"complete","result":"again"}');
  expect(missing.status).toBe(404);
});

test('a browser gets the pages where a client gets the endpoint', async () => {
  const { url } = await open();

  const [instructions, meta] = await Promise.all(
    ['/mcp', '/mcp/meta/parrot'].map(async (path) => (await fetch(url + path, html)).text()),
  );
  const events = await fetch(`${url}/mcp`, { headers: { accept: 'text/event-stream' } });

  expect(instructions).toContain('/mcp/meta/parrot');
  expect(meta).toContain('Says it again.');
  expect(events.status).toBe(405); // the endpoint's own answer, since it keeps no sessions
});

test('/healthz answers with status ok and no plugins', async () => {
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

test('a port that is taken is rejected, and the port for metrics is closed again', async () => {
  const { url } = await open();
  const lines: string[] = [];
  const environment = { MCP_METRICS_PORT: '0' };
  const observing = { environment, write: (line: string) => void lines.push(line) };

  await expect(open({ port: Number(new URL(url!).port) }, { observing })).rejects.toMatchObject({ code: 'port-busy' });

  const [metrics = ''] = /http:\S+/.exec(lines.join('')) ?? [];
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
  await expect(fetch(metrics)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('an endpoint URL redirects browsers to the page, but not clients', async () => {
  const { url } = await open();
  const asked = (accept: string, method = 'GET'): Promise<Response> =>
    fetch(`${url}/mcp/parrot`, { method, headers: { accept }, redirect: 'manual' });

  const browser = await asked('text/html,application/xhtml+xml,*/*;q=0.8');
  const statuses = await Promise.all(
    ['text/event-stream', 'text/event-stream, text/html', 'application/json', '*/*'].map(
      async (accept) => (await asked(accept)).status,
    ),
  );

  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/mcp/meta/parrot']);
  expect(browser.headers.get('vary')).toBe('Accept');
  expect((await asked('text/html', 'HEAD')).status).toBe(302);
  expect(statuses).toEqual([405, 405, 405, 405]);
  expect(await (await fetch(`${url}/mcp/parrot`, html)).text()).toContain('<title>parrot');
});

test('build changes appear on the page and as JSON, but only when the server records them', async () => {
  const change = { level: 'breaking', component: 'tool "echo"', path: 'input.text', says: 'it is gone' } as const;
  const builds = [{ number: 3, at: new Date('2026-07-28T09:30:00Z'), headline: 'tools ~echo', changes: [change] }];
  const [following, plain] = [await open({}, { changes: () => builds }), await open()];

  const page = await (await fetch(`${following.url}/mcp/meta/parrot`, html)).text();
  const listed = await (await fetch(`${following.url}/mcp/meta/parrot.changes.json`)).json();
  const without = await (await fetch(`${plain.url}/mcp/meta/parrot`, html)).text();

  expect(page).toContain('data-seen="3"');
  expect(page).toMatch(/level-breaking">breaking<[^]*tool &quot;echo&quot;<[^]*input\.text<[^]*it is gone/);
  expect(listed).toEqual(JSON.parse(JSON.stringify(builds)));
  expect(without).not.toMatch(/data-changes|Changes since/);
  expect((await fetch(`${plain.url}/mcp/meta/parrot.changes.json`)).status).toBe(404);
});

test('metrics and the access log follow the environment variables', async () => {
  const lines: string[] = [];
  const environment = { MCP_METRICS: 'true', MCP_ACCESS_LOG_PERCENT: '100' };
  const { url } = await open({}, { observing: { environment, write: (line) => void lines.push(line) } });

  await (await fetch(`${url}/mcp`, call)).text();
  const metrics = await (await fetch(`${url}/metrics`)).text();

  expect(metrics).toContain('server="parrot",method="tools/call",name="echo",outcome="ok"} 1\n');
  await expect.poll(() => lines.join('')).toContain('tools/call echo ok');
});

test('over stdio, strictLifecycle refuses requests before notifications/initialized', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const offered = { name: 'parrot', version: '1.0.0', description: 'Repeats.', source: echo };
  const settings = { stdio: 'mcp', strictLifecycle: true } as const;
  const server = await openPluginServer(offered, settings, { log: silent, streams: { input, output } });
  onTestFinished(() => server.close());

  input.write(`${JSON.stringify(initialize(1, '2025-11-25'))}\n`);
  input.end(`${JSON.stringify(request(2, 'tools/list'))}\n`);
  await server.ended;
  output.end();
  const [, refused = ''] = (await textOf(output)).split('\n');

  expect(JSON.parse(refused)).toMatchObject({ id: 2, error: { code: -32600 } });
});

test('a plugin whose package.json asks for a search lists the search, and finds and calls its tools', async () => {
  const status = { state: 'serving', manifest: { plugin: { name: 'parrot', discovery: 'search' } } };
  const plugin = { status, compatibility: {} } as unknown as OfferedPlugin['plugin'];
  const server = await openPluginServer(
    { name: 'parrot', version: '1.0.0', source: echo, plugin },
    { stateless: true },
    { log: silent, closeGraceMs: 1 },
  );
  onTestFinished(() => server.close());
  const ask = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return (await fetch(`${server.url}/mcp`, { ...call, body })).text();
  };

  const listed = JSON.parse(await ask('tools/list', {})) as { result: { tools: { name: string }[] } };
  expect(listed.result.tools.map(({ name }) => name)).toEqual(['search_tools', 'call_tool']);
  expect(await ask('tools/call', { name: 'search_tools', arguments: { query: 'say again' } })).toContain('echo');
  expect(await ask('tools/call', { name: 'call_tool', arguments: { name: 'echo', arguments: {} } })).toContain('again');
});

test('a connection without a request is closed after closeGraceMs, if idleMs is longer', async () => {
  const { url, close } = await open();
  const socket = connect(Number(new URL(String(url)).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const closed = once(socket, 'close');

  await close({ idleMs: 3_600_000 });

  await closed;
}, 10_000);

test('a server with a search lists the search in place of its tools, and finds them', async () => {
  const { url } = await open({ discovery: { mode: 'search' } });
  const ask = async (method: string, params: object): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return (await fetch(`${url}/mcp`, { ...call, body })).text();
  };

  const listed = await ask('tools/list', {});
  const found = await ask('tools/call', { name: 'search_tools', arguments: { query: 'again', detail: 'names' } });

  expect(listed.match(/"name":"(\w+)"/g)).toEqual(['"name":"search_tools"', '"name":"call_tool"']);
  expect(found).toContain(String.raw`{\"tools\":[{\"name\":\"echo\"}]}`);
});
