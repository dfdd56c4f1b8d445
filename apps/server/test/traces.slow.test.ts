/** Follows one trace through a gateway and its upstream into a plugin's process. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { openCollector, type CollectedSpan } from '@sigil/test-support/collector';
import { newPluginsFolder } from '@sigil/test-support/temporary-plugins';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mainProgram, startServer } from './built-server.test-support.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const clientSpan = '00f067aa0ba902b7';

const source = `
import { Tool, type Context } from '@sigil/core';

export class Sky {
  /** Looks up the weather. @param city Where */
  @Tool({ readOnly: true })
  forecast(city: string, context: Context): Promise<string> {
    return context.span('look up', (outer) => context.span('parse', (inner) => [outer, inner, context.meta].map((it) => it['traceparent']).join(' ')));
  }
}
`;

/** Creates a folder with the built plugin, whose code runs in a process of its own. */
async function writeSky(): Promise<string> {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('sky', source);
  const file = join(plugins.path, 'sky', 'package.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), sigil: { link: 'process' } }));
  buildPlugins([join(plugins.path, 'sky')]);
  return plugins.path;
}

async function serve(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const server = await startServer(args, environment);
  onTestFinished(() => server.stop());
  return server.url;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-traces-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a server in front of another one of the given revision. */
async function openChain(protocol: 'legacy' | 'modern', clientTransport: 'http' | 'stdio') {
  const collector = await openCollector();
  onTestFinished(() => collector.close());
  const environment = {
    MCP_FOLLOW: 'false',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
  };
  const upstream = await serve(['--plugins', await writeSky()], environment);
  const folder = await newFolder();
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify({ far: { remote: { url: `${upstream}/mcp/sky`, protocol } } }));
  const args = ['--plugins', folder, '--mcps', mcps];
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    clientTransport === 'stdio'
      ? new StdioClientTransport({
          command: process.execPath,
          args: [mainProgram, '--stdio', 'far', '--state', join(folder, 'state'), ...args],
          env: environment,
          stderr: 'ignore',
        })
      : new StreamableHTTPClientTransport(new URL(`${await serve(args, environment)}/mcp/far`)),
  );
  onTestFinished(() => client.close());
  // A server starts without waiting for upstreams.
  await vi.waitFor(async () => expect((await client.listTools()).tools).toHaveLength(1), { timeout: 30_000 });
  return { client, collector };
}

describe.each([
  ['legacy', 'http'],
  ['modern', 'http'],
  ['modern', 'stdio'],
] as const)('with a %s upstream and a client over %s', (protocol, clientTransport) => {
  test('a trace spans the client, both servers and the plugin process', async () => {
    const { client, collector } = await openChain(protocol, clientTransport);

    const { content } = await client.callTool({
      name: 'forecast',
      arguments: { city: 'Oslo' },
      _meta: { traceparent: `00-${traceId}-${clientSpan}-01` },
    });

    await vi.waitFor(() => expect(inTrace(collector.spans)).toHaveLength(5), { timeout: 30_000 });
    const [atGateway, towards, atUpstream, outer, inner] = chainOf(inTrace(collector.spans));
    expect(atGateway).toMatchObject({ name: 'tools/call forecast', kind: 2 });
    expect(towards).toMatchObject({ name: 'tools/call forecast', kind: 3, attributes: { 'sigil.upstream': 'far' } });
    expect(atUpstream).toMatchObject({ name: 'tools/call forecast', kind: 2 });
    expect(outer).toMatchObject({ name: 'look up', kind: 1 });
    expect(inner).toMatchObject({ name: 'parse', kind: 1 });
    const seen = [outer, inner, atUpstream].map((it) => `00-${traceId}-${it?.spanId}-01`).join(' ');
    expect(content).toEqual([{ type: 'text', text: seen }]);
  });
});

function inTrace(spans: readonly CollectedSpan[]): readonly CollectedSpan[] {
  return spans.filter((span) => span.traceId === traceId);
}

/** Returns the spans from the client's on, each the only child of the one before. */
function chainOf(spans: readonly CollectedSpan[]): readonly CollectedSpan[] {
  const chain: CollectedSpan[] = [];
  for (let parent = clientSpan; ; parent = chain.at(-1)!.spanId) {
    const child = spans.find(({ parentSpanId }) => parentSpanId === parent);
    if (!child) return chain;
    chain.push(child);
  }
}
