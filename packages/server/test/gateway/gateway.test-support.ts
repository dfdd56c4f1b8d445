/** A gateway in front of upstreams for tests: a server of ours that offers them, a small upstream, and a client of the official SDK. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@sigil/core';
import { buildCatalog, fixedSource, type Components, type PublishedTool } from '@sigil/core/catalog';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServerLog } from '../../src/log/server-log.js';
import { openServer } from '../../src/running/open-server.js';
import { openPluginServer } from '../../src/running/open-plugin-server.js';
import type { RunningServer } from '../../src/running/running-server.js';

const adding: PublishedTool = {
  definition: {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
    annotations: { readOnlyHint: true },
  },
  run: async ({ a, b }) => ({
    kind: 'result',
    content: [{ type: 'text', text: String(Number(a) + Number(b)) }],
    isError: false,
  }),
};
const deleting: PublishedTool = { ...adding, definition: { ...adding.definition, name: 'delete', annotations: {} } };

/** A server of ours, as an upstream. @param more tools beside its two, and what it says on itself */
export async function openUpstream(
  more: Partial<Pick<Components, 'tools' | 'instructions'>> = {},
): Promise<RunningServer & { readonly url: string }> {
  const { tools = [], instructions } = more;
  const source = fixedSource(
    buildCatalog({
      instructions,
      tools: [adding, deleting, ...tools],
      resources: [],
      resourceTemplates: [],
      prompts: [
        {
          definition: { name: 'greet' },
          get: async () => ({
            kind: 'result',
            messages: [{ role: 'user', content: { type: 'text', text: 'Hello.' } }],
          }),
        },
      ],
    }),
  );
  const log = { faultsOf: () => () => undefined, failure: () => undefined };
  const server = await openPluginServer({ name: 'sums', version: '1.0.0', source }, {}, { log, closeGraceMs: 1 });
  onTestFinished(() => server.close());
  return { ...server, url: server.url! };
}

/** An upstream that does not answer yet. */
export interface WaitingUpstream {
  readonly url: string;
  /** Lets it answer from now on. */
  answer(): void;
}

/** An upstream that takes requests, and answers none until it is told to. */
export async function openWaitingUpstream(...tools: readonly JsonObject[]): Promise<WaitingUpstream> {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const results: Readonly<Record<string, JsonObject>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'waiting', version: '1' },
    },
    'tools/list': { tools: tools.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })) },
  };
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse((await text(request)) || '{}') as { id?: number; method?: string };
    await answered;
    if (id === undefined) return void response.writeHead(method ? 202 : 405).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method!] ?? {} }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, answer };
}

/** A server of upstreams, and what its log says. */
export interface Gateway {
  readonly url: string;
  readonly lines: readonly string[];
  readonly server: RunningServer;
  configure(servers: JsonObject): Promise<void>;
}

/** The surroundings of a gateway. */
export interface GatewayOptions {
  readonly profile?: string;
  readonly plugins?: string;
  /** The texts of files beside `mcps.source.json`, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** @param servers the configuration, as in `mcps.source.json` */
export async function openGateway(
  servers: JsonObject,
  { files = {}, ...flags }: GatewayOptions = {},
  environment: NodeJS.ProcessEnv = {},
): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-gateway-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify(servers));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const raw = { plugins: folder, state: join(folder, 'state'), port: '0', mcps, ...flags };
  const lines: string[] = [];
  const server = await openServer(readConfiguration(raw, environment, folder), {
    log: openServerLog((line) => lines.push(line)),
  });
  onTestFinished(() => server.close());
  return {
    url: server.url!,
    lines,
    server,
    async configure(changed) {
      await writeFile(mcps, JSON.stringify(changed));
      await server.reload();
    },
  };
}

/** The official SDK's client. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

/** The part of `/healthz` that is about upstreams. */
export interface Health {
  readonly status: string;
  readonly upstreams: Readonly<Record<string, { readonly state: string; readonly era?: string }>>;
}

/** @param url the server's */
export async function healthOf(url: string): Promise<Health> {
  return (await (await fetch(`${url}/healthz`)).json()) as Health;
}

/** Settles when the upstreams of these names serve. */
export async function untilServing({ url }: Gateway, ...names: string[]): Promise<void> {
  const states = async (): Promise<unknown[]> => {
    const { upstreams } = await healthOf(url);
    return names.map((name) => upstreams[name]?.state);
  };
  await expect.poll(states).toEqual(names.map(() => 'serving'));
}

/** The names of listed tools. */
export const namesOf = (listed: { readonly tools: readonly { readonly name: string }[] }): string[] => {
  return listed.tools.map(({ name }) => name);
};
