/** The wire of MCP Apps: one contract for every revision and transport, of a plugin and of a remote server in both eras. */
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { bindViews, buildCatalog, fixedSource, type CatalogSource, type PublishedTool } from '@sigil/core/catalog';
import { createEngine, revisions } from '@sigil/core/engine';
import { connect } from '@sigil/client';
import { openRemote } from '@sigil/gateway';
import { connectInMemory } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ServingLog } from '../../src/log/server-log.js';
import { openPluginServer } from '../../src/running/open-plugin-server.js';

const board = 'ui://dice/board';
const html = '<!doctype html><title>Würfel & Co</title>';
const mimeType = 'text/html;profile=mcp-app';
const ui = { csp: { connectDomains: ['https://api.example.com'] }, permissions: { clipboardWrite: {} } };
const extension = 'io.modelcontextprotocol/ui';
const showing = { extensions: { [extension]: { mimeTypes: [mimeType] } } };

function toolWith(name: string, meta?: JsonObject): PublishedTool {
  return {
    definition: { name, inputSchema: { type: 'object' }, ...(meta && { _meta: { ui: meta } }) },
    run: async () => ({ kind: 'result', content: [{ type: 'text', text: `did ${name}` }], isError: false }),
  };
}

const digest = `sha256:${createHash('sha256').update(html).digest('hex')}`;
const entry = { uri: board, name: 'board', title: 'Board', size: Buffer.byteLength(html), digest, meta: { ui } };
const plugin = fixedSource(
  buildCatalog({
    tools: [
      toolWith('roll', { resourceUri: board }),
      toolWith('hold', { resourceUri: board, visibility: ['app'] }),
      toolWith('plan', { visibility: ['model'] }),
      toolWith('plain'),
    ],
    resources: [
      { definition: { uri: 'dice://rules', name: 'rules' }, read: async () => ({ kind: 'result', contents: [] }) },
      ...bindViews({ file: 'views.bin', cid: 'bafk', entries: [entry] }, Buffer.from(html)),
    ],
    resourceTemplates: [],
    prompts: [],
  }),
);

/** A client of any transport. */
interface Asking {
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /** The capabilities that the server declared. */
  readonly capabilities: JsonObject;
}

type Connect = (revision: string, capabilities: JsonObject) => Promise<Asking>;

interface Served {
  readonly url: string;
  readonly transports: Readonly<Record<'HTTP' | 'WebSocket' | 'pipe', Connect>>;
  close(): Promise<void>;
}

const silent: ServingLog = { faultsOf: () => () => undefined, failure: () => undefined };

async function serve(source: CatalogSource): Promise<Served> {
  const offered = { name: 'dice', version: '1.0.0', description: 'Dice.', source };
  const server = await openPluginServer(offered, { ws: true }, { log: silent, closeGraceMs: 1 });
  const url = `${server.url!}/mcp/dice`;
  const engine = createEngine({ info: { name: 'dice', version: '1.0.0' }, source });
  const over =
    (target: string): Connect =>
    async (revision, capabilities) => {
      const client = await connect(target, { name: 'test', version: '1', revision, capabilities });
      onTestFinished(() => client.close());
      return { request: (method, params) => client.request(method, params), capabilities: client.server.capabilities };
    };
  const inMemory: Connect = async (revision, capabilities) => {
    const client = await connectInMemory(engine, { revision, capabilities });
    onTestFinished(() => client.close());
    const { capabilities: declared } = client.server;
    return {
      request: (method, params) => client.request(method, params),
      capabilities: isJsonObject(declared) ? declared : {},
    };
  };
  const transports = { HTTP: over(url), WebSocket: over(`${url.replace('http', 'ws')}/ws`), pipe: inMemory };
  return { url, transports, close: () => server.close() };
}

/** Serves the plugin, or another server that has it as a remote server of one era. */
async function serveThrough(upstreamEra: 'legacy' | 'modern' | undefined): Promise<Served> {
  const direct = await serve(plugin);
  if (!upstreamEra) return direct;
  const configuration = { url: direct.url, protocol: upstreamEra };
  const remote = openRemote(configuration, { name: 'dice', client: { name: 'sigil', version: '0' } });
  await remote.ready;
  const served = await serve(remote.source);
  const close = async (): Promise<void> => {
    await served.close();
    await remote.close();
    await direct.close();
  };
  return { ...served, close };
}

const origins = {
  'a plugin': undefined,
  'a legacy remote server': 'legacy',
  'a modern remote server': 'modern',
} as const;
const cells = revisions.flatMap((revision) =>
  (['HTTP', 'WebSocket', 'pipe'] as const).map((transport) => ({ revision, transport, date: revision.date })),
);

describe.each(Object.entries(origins))('of %s', (_origin, upstreamEra) => {
  let served: Served;
  beforeAll(async () => void (served = await serveThrough(upstreamEra)));
  afterAll(() => served.close());

  describe.each(cells)('in $date over $transport', ({ revision, transport, date }) => {
    const hasMeta = revision.fields.tool.includes('_meta');
    const open = (capabilities: JsonObject = {}): Promise<Asking> => served.transports[transport](date, capabilities);
    const listOf = async (client: Asking, member: 'tools' | 'resources'): Promise<JsonObject> =>
      client.request(`${member}/list`);
    const named = (list: JsonObject, member: string): Record<string, JsonObject> =>
      Object.fromEntries((list[member] as JsonObject[]).map((item) => [item['name'], item]));

    test('a tool names its view and its callers, to every client alike', async () => {
      const [host, other] = [await open(showing), await open()];

      const tools = named(await listOf(host, 'tools'), 'tools');
      const known = named(await listOf(other, 'tools'), 'tools');

      expect(Object.keys(tools)).toEqual(['roll', 'hold', 'plan', 'plain']);
      expect(Object.keys(known)).toEqual(['roll', 'plan', 'plain']);
      for (const [name, tool] of Object.entries(known)) expect(tool).toEqual(tools[name]);
      if (!hasMeta) return;
      expect(tools['roll']?.['_meta']).toEqual({ ui: { resourceUri: board } });
      expect(tools['hold']?.['_meta']).toEqual({ ui: { resourceUri: board, visibility: ['app'] } });
      expect(tools['plain']).not.toHaveProperty('_meta');
    });

    test('a tool for views alone is unknown to a client that shows none', async () => {
      const [host, other] = [await open(showing), await open()];
      const call = { name: 'hold', arguments: {} };

      expect((await host.request('tools/call', call))['content']).toMatchObject([{ text: 'did hold' }]);
      const refused = await other.request('tools/call', call).catch((error: unknown) => error);
      const unknown = await other.request('tools/call', { ...call, name: 'hald' }).catch((error: unknown) => error);

      expect(refused).toMatchObject({ code: -32602, message: expect.stringContaining('no tool named "hold"') });
      expect(unknown).toMatchObject({ code: -32602 });
      expect(JSON.stringify(unknown)).not.toContain('hold');
    });

    test('a view is listed to the clients that show it, and read by all as the build wrote it', async () => {
      const [host, other] = [await open(showing), await open()];

      const listed = named(await listOf(host, 'resources'), 'resources');
      expect(Object.keys(listed)).toEqual(['rules', 'board']);
      expect(listed['board']).toMatchObject({ uri: board, mimeType });
      expect(Object.keys(named(await listOf(other, 'resources'), 'resources'))).toEqual(['rules']);
      for (const client of [host, other]) {
        const { contents } = await client.request('resources/read', { uri: board });
        // Contents of another server keep members that an old revision does not know.
        expect(contents).toMatchObject([{ uri: board, mimeType, text: html, ...(hasMeta && { _meta: { ui } }) }]);
        expect(contents).toHaveLength(1);
      }
    });

    test('no other page at ui:// can be read', async () => {
      const client = await open(showing);

      for (const uri of ['ui://dice/other', 'ui://dice/board/..', 'ui://dice/', 'ui:board'])
        await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ data: { uri } });
    });

    test('lists that differ by client are private, and one does not stand for the other', async () => {
      if (revision.era === 'legacy') return;
      const [host, other] = [await open(showing), await open()];
      const notModified = { 'dev.sigil/not-modified': {} };
      const asked = (own: JsonObject, validator: string): JsonObject => ({
        _meta: {
          'dev.sigil/ifNoneMatch': validator,
          'io.modelcontextprotocol/protocolVersion': date,
          'io.modelcontextprotocol/clientCapabilities': { extensions: { ...own, ...notModified } },
        },
      });
      const validatorIn = ({ _meta: meta }: JsonObject): string =>
        String(isJsonObject(meta) && meta['dev.sigil/validator']);

      for (const member of ['tools', 'resources'] as const) {
        expect(await listOf(host, member)).toMatchObject({ cacheScope: 'private' });
        expect(await listOf(other, member)).toMatchObject({ cacheScope: 'private' });
        const first = await host.request(`${member}/list`, asked(showing.extensions, ''));
        const known = validatorIn(first);
        expect(known).toMatch(/^b/);
        const again = await host.request(`${member}/list`, asked(showing.extensions, known));
        const crossed = await other.request(`${member}/list`, asked({}, known));

        expect(again).toMatchObject({ [member]: [], _meta: { 'dev.sigil/notModified': true } });
        expect((crossed[member] as JsonObject[]).length).toBe((first[member] as JsonObject[]).length - 1);
      }
    });

    test('the server declares the extension', async () => {
      const { capabilities } = await open(showing);

      expect(capabilities['extensions']).toHaveProperty([extension]);
    });
  });
});
