/** Plants secrets in everything that reaches a server, and searches everything that an operator reads for them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openCollector } from '@sigil/test-support/collector';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from './built-server.test-support.js';

/** Secrets by the place in which they are planted. */
const planted = {
  adminToken: 'planted-admin-token-1f0c',
  stateKey: Buffer.from('planted-state-key-of-32-bytes-ab').toString('base64'),
  pluginVariable: 'planted-plugin-variable-77aa',
  upstreamVariable: 'planted-upstream-variable-90e1',
  upstreamUrl: 'planted-upstream-url-3b2d',
  upstreamPassword: 'planted-upstream-password-c001',
  upstreamError: 'planted-upstream-error-5d5e',
  collectorHeader: 'planted-collector-header-b7b7',
  bearer: 'planted-bearer-e4e4',
  cookie: 'planted-cookie-0d0d',
  apiKey: 'planted-api-key-8c8c',
  session: 'planted-session-6a6a',
  origin: 'planted-origin-2e2e',
  argument: 'planted-argument-d9d9',
  argumentName: 'planted_argument_name_4f4f',
  toolName: 'planted-tool-name-a1a1',
  method: 'planted-method-b2b2',
  uri: 'planted-uri-c3c3',
  query: 'planted-query-d4d4',
  path: 'planted-path-e5e5',
  baggage: 'planted-baggage-f6f6',
  malformed: 'planted-malformed-0707',
  adminTry: 'planted-admin-try-1818',
  clientName: 'planted-client-name-2929',
  configured: 'planted/configured phrase+3a3a',
  configuredPin: 'pin+',
};

const source = `
import { Prompt, Resource, Tool, type Context } from '@sigil/core';

declare const console: { log(text: string): void };
declare const btoa: (text: string) => string;
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

interface Settings {
  /** Opens the sky. @secret */
  phrase: string;
  /** More of them. @secret */
  pins: string[];
}

export class Sky {
  constructor(private readonly settings: Settings) {}

  get #secrets(): string {
    const { phrase, pins } = this.settings;
    return [phrase, encodeURIComponent(phrase), btoa('sky:' + phrase), pins.join()].join(' ');
  }

  /** Looks up the weather. @param city Where */
  @Tool({ readOnly: true })
  forecast(city: string, context: Context): Promise<string> {
    const secrets = this.#secrets;
    console.log('looking up with ' + secrets);
    void Promise.reject(new Error('too late for ' + secrets));
    return context.span('look up', () => city.toUpperCase(), { attributes: { secrets } });
  }

  /** Fails. @param city Where */
  @Tool()
  broken(city: string): string {
    throw new Error('a city of ' + city.length + ' letters was refused with ' + (process.env['SKY_TOKEN'] ?? '') + this.#secrets);
  }

  /** Asks for advice. @param city Where */
  @Prompt()
  advice(city: string): string {
    return 'What to wear in ' + city;
  }

  /** Readings. */
  @Resource('weather://{station}/now')
  reading(station: string): string {
    throw new Error('no station of ' + station.length + ' letters');
  }
}
`;

const failingSource = `
import { Tool } from '@sigil/core';

export class Sea {
  constructor(private readonly settings: {
    /** Opens the sea. @secret */
    phrase: string;
  }) {}

  start(): void {
    throw new Error('the sea refused the phrase ' + this.settings.phrase);
  }

  /** Tells the tide. */
  @Tool()
  tide(): string {
    return 'low';
  }
}
`;

/** Opens an upstream that works at first and then answers with errors that repeat its input and more. */
async function openUpstream(): Promise<string> {
  const tool = { name: 'fetch', description: 'Fetches.', inputSchema: { type: 'object' } };
  const complaint = (headers: object, url = ''): string =>
    `refused Bearer ${planted.upstreamError} at http://user:${planted.upstreamError}@db/ with ${JSON.stringify(headers)} from ${url}`;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url?.startsWith('/down')) return response.writeHead(500).end(complaint(request.headers, request.url));
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method } = JSON.parse(body) as { readonly id?: number; readonly method: string };
      if (id === undefined) return response.writeHead(202).end();
      const results: Readonly<Record<string, object>> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'up', version: '1' },
        },
        ping: {},
        'tools/list': { tools: [tool] },
      };
      const result = results[method];
      const error = { code: -32603, message: complaint(request.headers, request.url) };
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openEverything(log: 'text' | 'json', link: 'inline' | 'worker') {
  const collector = await openCollector();
  onTestFinished(() => collector.close());
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('sky', source);
  await plugins.writePlugin('sea', failingSource);
  buildPlugins([join(plugins.path, 'sky'), join(plugins.path, 'sea')]);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-planted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const upstream = await openUpstream();
  const auth = { kind: 'bearer', token: '${UPSTREAM_TOKEN}' };
  const query = `?api_key=${planted.upstreamUrl}`;
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(
    mcps,
    JSON.stringify({
      far: { remote: { url: `http://${upstream}/mcp${query}`, protocol: 'legacy', auth } },
      down: { remote: { url: `http://${upstream}/down${query}`, protocol: 'legacy', auth } },
      named: { remote: { url: `http://user:${planted.upstreamPassword}@${upstream}/down`, protocol: 'legacy' } },
    }),
  );
  const auditFile = join(folder, 'audit.jsonl');
  const config = join(folder, 'sigil.config.json');
  const { configured: phrase, configuredPin } = planted;
  const configurations = { sky: { phrase, pins: [configuredPin] }, sea: { phrase } };
  const settings = Object.entries(configurations).map(([name, configuration]) => [name, { configuration, link }]);
  await writeFile(config, JSON.stringify({ plugins: Object.fromEntries(settings) }));
  const server = await startServer(['--config', config, '--plugins', plugins.path, '--mcps', mcps], {
    MCP_FOLLOW: 'false',
    MCP_LOG: log,
    MCP_METRICS: 'true',
    MCP_ACCESS_LOG_PERCENT: '100',
    MCP_AUDIT_FILE: auditFile,
    MCP_ADMIN_TOKEN: planted.adminToken,
    MCP_REQUEST_STATE_KEY: planted.stateKey,
    SKY_TOKEN: planted.pluginVariable,
    UPSTREAM_TOKEN: planted.upstreamVariable,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${planted.collectorHeader}`,
  });
  onTestFinished(() => server.stop());
  return { server, collector, auditFile };
}

const headers = {
  authorization: `Bearer ${planted.bearer}`,
  cookie: `session=${planted.cookie}`,
  'x-api-key': planted.apiKey,
};

/** Calls everything, with a secret in every possible place. */
async function plantEverywhere(url: string): Promise<void> {
  const open = async (name: string): Promise<Client> => {
    const client = new Client({ name: planted.clientName, version: '1' });
    const at = new URL(`${url}/mcp/${name}?access_token=${planted.query}`);
    await client.connect(new StreamableHTTPClientTransport(at, { requestInit: { headers } }));
    onTestFinished(() => client.close());
    return client;
  };
  const sky = await open('sky');
  const far = await open('far');
  await vi.waitFor(async () => expect((await far.listTools()).tools).toHaveLength(1), { timeout: 30_000 });
  const _meta = { baggage: `user=${planted.baggage}`, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  const city = planted.argument;
  await sky.callTool({ name: 'forecast', arguments: { city }, _meta });
  await sky.callTool({ name: 'broken', arguments: { city }, _meta });
  await sky.getPrompt({ name: 'advice', arguments: { city } });
  const refused = [
    sky.callTool({ name: 'forecast', arguments: { [planted.argumentName]: city } }),
    sky.callTool({ name: planted.toolName, arguments: { city } }),
    sky.readResource({ uri: `weather://${planted.uri}/now` }),
    sky.readResource({ uri: `other://${planted.uri}` }),
    far.callTool({ name: 'fetch', arguments: { city }, _meta }),
  ];
  await Promise.allSettled(refused);
  const post = (path: string, body: string, more: object = {}): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      body,
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...more,
      },
    });
  await post('/mcp/sky', `{"secret": "${planted.malformed}`);
  await post('/mcp/sky', JSON.stringify({ jsonrpc: '2.0', id: 1, method: planted.method }));
  await post('/mcp/sky', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }), {
    'mcp-session-id': planted.session,
  });
  await post('/mcp/sky', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }), {
    origin: `https://${planted.origin}.example`,
  });
  await post('/admin/reload', '', { authorization: `Bearer ${planted.adminTry}` });
  await post('/admin/reload', '', { authorization: `Bearer ${planted.adminToken}` });
  await fetch(`${url}/${planted.path}?token=${planted.query}`, { headers });
}

/** Reads all output for operators, scrapers and visitors. */
async function readEverything({ server, collector, auditFile }: Awaited<ReturnType<typeof openEverything>>) {
  const read = async (path: string, more: Record<string, string> = {}): Promise<string> =>
    (await fetch(server.url + path, { headers: more })).text();
  const outputs = new Map<string, string>();
  const admin = { authorization: `Bearer ${planted.adminToken}` };
  for (const path of ['/mcp', '/healthz', '/readyz', '/.well-known/mcp.json', '/nowhere'])
    outputs.set(path, await read(path));
  for (const name of ['sky', 'far', 'down', 'named']) {
    outputs.set(`/mcp/meta/${name}`, await read(`/mcp/meta/${name}`));
    outputs.set(`/mcp/meta/${name} as JSON`, await read(`/mcp/meta/${name}`, { accept: 'application/json' }));
  }
  outputs.set('/admin/status', await read('/admin/status', admin));
  outputs.set('/metrics', await read('/metrics'));
  outputs.set('/metrics for OpenMetrics', await read('/metrics', { accept: 'application/openmetrics-text' }));
  await server.stop();
  outputs.set('spans', collector.bodies.join('\n'));
  outputs.set('log', server.said());
  outputs.set('audit trail', await readFile(auditFile, 'utf8'));
  return outputs;
}

function formsOf(secret: string): string[] {
  // The characters in the middle depend on nothing beside the secret.
  const inBase64 = btoa(`sky:${secret}`).slice(8, -4);
  return [secret, encodeURIComponent(secret), ...(inBase64 === '' ? [] : [inBase64])];
}

describe.each([
  ['text', 'inline'],
  ['json', 'worker'],
] as const)('with the log format %s and the link %s', (log, link) => {
  test('no secret appears in any log, span, metric, audit line or page', async () => {
    const everything = await openEverything(log, link);
    await plantEverywhere(everything.server.url);

    const outputs = await readEverything(everything);

    const found = [...outputs].flatMap(([output, text]) =>
      Object.entries(planted)
        .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
        .map(([place]) => `${place} in ${output}`),
    );
    expect(found).toEqual([]);
    // Each output mentions the calls, so none is empty for another reason.
    expect(outputs.get('log')).toContain('letters was refused with [redacted]');
    expect(outputs.get('log')).toContain('looking up with [redacted]');
    expect(outputs.get('log')).toContain('too late for [redacted]');
    expect(outputs.get('log')).toContain('the sea refused the phrase [redacted]');
    expect(outputs.get('spans')).toContain('tools/call forecast');
    expect(outputs.get('/metrics')).toContain('name="broken",outcome="tool-error"');
    expect(outputs.get('audit trail')).toContain('"tool":"broken"');
    expect(outputs.get('/healthz')).toContain('named');
  });
});
