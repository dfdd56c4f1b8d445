import type { ContentBlock } from '@sigil/core';
import { buildCatalog, fixedSource, type PublishedTool, type ToolResult } from '@sigil/core/catalog';
import { createEngine, type Engine, type Interceptor } from '@sigil/core/engine';
import { openShellCommand } from '@sigil/gateway';
import { openMemoryStore } from '@sigil/plugin-host';
import { connectInMemory, type McpClient, type ToolAnswer } from '@sigil/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeptResults, type KeptResults } from '../../src/resources/keep-large-results.js';
import { openSchemes } from '../../src/resources/open-schemes.js';
import { namesOf, openCountingStore, openFacility, type Facility } from './facility.test-support.js';

let facility: Facility;
let kept: KeptResults;
let contentUri: string;
const engines: Engine[] = [];
const logo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00]);

/** Tools of a team's plugin: one that sends its callers elsewhere, and one that never ends. */
const parcels = fixedSource(
  buildCatalog({
    tools: [
      toolOf('track', async () =>
        resultOf({ type: 'resource_link', uri: 'parcels://moved/42', name: 'Parcel 42', mimeType: 'text/plain' }),
      ),
      toolOf('wait', () => new Promise(() => undefined)),
    ],
    resources: [
      {
        definition: { uri: 'parcels://moved/42', name: 'parcel' },
        read: (uri) => Promise.resolve({ kind: 'result', contents: [{ uri, text: 'on its way' }] }),
      },
    ],
    resourceTemplates: [],
    prompts: [],
  }),
);

function toolOf(name: string, run: () => Promise<ToolResult>): PublishedTool {
  const annotations = { readOnlyHint: true };
  return { definition: { name, inputSchema: { type: 'object' }, annotations }, run };
}

function resultOf(...content: ContentBlock[]): ToolResult {
  return { kind: 'result', content, isError: false };
}

beforeAll(async () => {
  const store = openCountingStore();
  kept = openKeptResults(openMemoryStore());
  contentUri = `cid://${await store.putText('# Terms')}`;
  facility = await openFacility(
    {
      shop: {
        resources: {
          readme: { uri: 'shop://readme', name: 'Read me', mimeType: 'text/markdown', text: '# Shop' },
          logo: { uri: 'shop://logo', name: 'Logo', mimeType: 'image/png', blob: logo.toString('base64') },
          terms: { uri: contentUri, name: 'Terms' },
        },
        variables: { currency: 'EUR' },
      },
      numbers: { shell: { command: 'seq', read_only: true }, limits: { numbers: { maxResultBytes: 2000 } } },
      slow: { shell: { command: 'sh', args: ['-c', 'echo begun; sleep 60'], arguments: {}, timeoutMs: 100 } },
      parcels: { limits: { wait: { timeoutMs: 50 } } },
      desk: { include: [{ server: 'parcels', namespace: 'parcels' }] },
    },
    {
      store,
      plugins: new Map([['parcels', parcels]]),
      openShell: ({ name, shell = {} }) => openShellCommand(shell, { name }),
      openSchemes: (configuration) =>
        openSchemes({ configuration, store, kept, findServer: (name) => facility.servers.all.get(name)?.source }),
    },
  );
});

afterAll(async () => {
  for (const engine of engines) engine.close();
  facility.close();
  await kept.close();
});

/** A client of a server whose engine keeps what is too long. */
function connect(server: string, revision = '2026-07-28'): Promise<McpClient> {
  const source = facility.source(server);
  const engine = createEngine({ info: { name: server, version: '1' }, source, keepLargeResult: kept.of(server).keep });
  engines.push(engine);
  return connectInMemory(engine, { revision });
}

function textOf({ content }: ToolAnswer): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

describe('resources', () => {
  test('T6.1 configured resources are listed, along with the templates of readable schemes', async () => {
    const client = await connect('shop');

    const templates = await client.listResourceTemplates();

    expect(namesOf(await client.listResources())).toEqual(['Read me', 'Logo', 'Terms']);
    expect(templates.map((it) => it['uriTemplate'])).toEqual([
      'cid://{cid}',
      'cid://{cid}/{part}',
      'server://{server}/{+path}',
      'variable://{name}',
    ]);
  });

  test('T6.2 a text is read as text', async () => {
    const client = await connect('shop');

    expect(await client.readResource('shop://readme')).toEqual([
      { uri: 'shop://readme', mimeType: 'text/markdown', text: '# Shop' },
    ]);
    expect(await client.readResource('variable://currency')).toMatchObject([{ text: 'EUR' }]);
    expect(await client.readResource('server://shop/Read%20me')).toMatchObject([{ text: '# Shop' }]);
  });

  test('T6.3 bytes are read as base64', async () => {
    const [contents] = await (await connect('shop')).readResource('shop://logo');

    expect(contents).toEqual({ uri: 'shop://logo', mimeType: 'image/png', blob: logo.toString('base64') });
  });

  test('T6.4 a resource with a CID is read from the store', async () => {
    const reads = facility.store.reads.length;

    const [contents] = await (await connect('shop')).readResource(contentUri);

    expect(contents).toMatchObject({ uri: contentUri, mimeType: 'text/plain', text: '# Terms' });
    expect(facility.store.reads.slice(reads)).toEqual([contentUri.slice('cid://'.length)]);
  });

  test.each(['2024-11-05', '2025-11-25', '2026-07-28'])(
    'T6.5 a missing resource gives the error code of %s',
    async (revision) => {
      const client = await connect('shop', revision);
      const code = revision === '2026-07-28' ? -32602 : -32002;

      for (const uri of ['shop://nothing', 'cid://bafkreinothing', 'variable://nothing', 'server://shop/nothing']) {
        await expect(client.readResource(uri)).rejects.toMatchObject({ code });
      }
    },
  );

  test('T6.5 resources of another server are not found', async () => {
    const client = await connect('slow');

    for (const uri of [contentUri, 'server://shop/Read%20me', 'variable://currency', 'shop://readme']) {
      await expect(client.readResource(uri)).rejects.toMatchObject({ code: -32602 });
    }
  });

  test('T6.6 every listed or read URI is valid', async () => {
    const client = await connect('shop');
    const listed = (await client.listResources()).map(({ uri }) => String(uri));

    const read = await Promise.all(listed.map((uri) => client.readResource(uri)));

    expect(listed).toHaveLength(3);
    for (const uri of [...listed, ...read.flat().map(({ uri }) => String(uri))]) {
      expect(URL.canParse(uri)).toBe(true);
      expect(uri).toMatch(/^[a-z][a-z0-9+.-]*:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/);
    }
  });
});

describe('calls', () => {
  const whole = Array.from({ length: 5000 }, (_, index) => `${index + 1}`).join('\n');

  test('T11.2 a shell server is one tool with the name of the server', async () => {
    const client = await connect('numbers');

    expect(namesOf(await client.listTools())).toEqual(['numbers']);
    expect(textOf(await client.callTool('numbers', { args: '1 3' }))).toBe('1\n2\n3');
    expect(await client.readResource('server://numbers/numbers?args=2')).toMatchObject([{ text: '1\n2' }]);
  });

  test('T12.5 a command that takes too long is stopped, and the answer says so', async () => {
    const answer = await (await connect('slow')).callTool('slow');

    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toBe('command "slow" was stopped: it took longer than 100 ms (limit timeoutMs)begun');
  });

  test('T12.5 a tool that never ends is stopped at its own limit', async () => {
    const answer = await (await connect('parcels')).callTool('wait');

    expect(answer).toMatchObject({ isError: true });
    expect(textOf(answer)).toBe(`tool "wait" was stopped: it took longer than 50 ms (the tool's limit timeoutMs)`);
  });

  test('T13.2 a large output is cut with a notice, and the whole is a resource', async () => {
    const client = await connect('numbers');

    const { content, isError } = await client.callTool('numbers', { args: '5000' });

    const [text, link] = content;
    expect(isError).toBe(false);
    expect(content).toHaveLength(2);
    expect(text).toMatchObject({ text: expect.stringMatching(/^1\n2\n3\n/) });
    if (link?.type !== 'resource_link') throw new Error('expected a link');
    expect(text).toMatchObject({
      text: expect.stringContaining(`23,892 characters (limit maxResultBytes); the whole is at ${link.uri}`),
    });
    expect(await client.readResource(link.uri)).toEqual([{ uri: link.uri, mimeType: 'text/plain', text: whole }]);
  });

  test('T13.2 the notice contains the URI for clients without resource links', async () => {
    const client = await connect('numbers', '2024-11-05');

    const answer = await client.callTool('numbers', { args: '5000' });

    const [uri = ''] = /cid:\/\/\w+$/.exec(textOf(answer)) ?? [];
    expect(answer.content).toHaveLength(1);
    expect(await client.readResource(uri)).toMatchObject([{ text: whole }]);
  });

  test('T13.2 a result kept by one server cannot be read by another', async () => {
    const { content } = await (await connect('numbers')).callTool('numbers', { args: '5000' });
    const [, link] = content;
    const uri = link?.type === 'resource_link' ? link.uri : '';

    await expect((await connect('shop')).readResource(uri)).rejects.toMatchObject({ code: -32602 });
  });

  test('T13.8 a tool that returns a resource link gives a link that can be read', async () => {
    const client = await connect('parcels');

    const { content } = await client.callTool('track');

    expect(content).toEqual([
      { type: 'resource_link', uri: 'parcels://moved/42', name: 'Parcel 42', mimeType: 'text/plain' },
    ]);
    expect(await client.readResource('parcels://moved/42')).toMatchObject([{ text: 'on its way' }]);
    expect(await client.readResource('server://parcels/track')).toMatchObject([
      { mimeType: 'text/uri-list', text: 'parcels://moved/42\r\n' },
    ]);
  });

  test('resources of an included server are readable through the server that includes it', async () => {
    const client = await connect('desk');

    expect(await client.readResource('server://parcels/parcel')).toMatchObject([{ text: 'on its way' }]);
    await expect(client.readResource('server://shop/Read%20me')).rejects.toMatchObject({ code: -32602 });
  });

  test('a rule of an interceptor about a tool holds for its answer at a URI', async () => {
    const guard: Interceptor = {
      name: 'guard',
      methods: ['tools/call'],
      intercept: (request) => request.refuse(`nobody may ${request.originalName}`),
    };
    const source = facility.source('parcels');
    const engine = createEngine({ info: { name: 'parcels', version: '1' }, source, interceptors: () => [guard] });
    engines.push(engine);
    const client = await connectInMemory(engine, { revision: '2026-07-28' });

    await expect(client.readResource('server://parcels/track')).rejects.toThrow('nobody may track');
    expect(await client.readResource('server://parcels/parcel')).toMatchObject([{ text: 'on its way' }]);
  });
});
