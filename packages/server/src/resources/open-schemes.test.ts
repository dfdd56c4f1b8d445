import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContentBlock, Context, JsonObject } from '@sigil/core';
import {
  buildCatalog,
  fixedSource,
  type CatalogSource,
  type Components,
  type PublishedTool,
  type ToolResult,
} from '@sigil/core/catalog';
import { createEngine } from '@sigil/core/engine';
import { composeSources, openFileStore, openMemoryStore } from '@sigil/plugin-host';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readServerConfiguration } from '../servers/read-server-configuration.js';
import { openKeptResults } from './keep-large-results.js';
import { openSchemes, type SchemeEnvironment } from './open-schemes.js';

const none: Components = { tools: [], resources: [], resourceTemplates: [], prompts: [] };

function sourceOf(components: Partial<Components>): CatalogSource {
  return fixedSource(buildCatalog({ ...none, ...components }));
}

const nothing: ToolResult = { kind: 'result', content: [], isError: false };

function answers(...content: ContentBlock[]): PublishedTool['run'] {
  return () => Promise.resolve({ kind: 'result', content, isError: false });
}

function toolOf(name: string, run: PublishedTool['run'], readOnlyHint = true): PublishedTool {
  return { definition: { name, inputSchema: { type: 'object' }, annotations: { readOnlyHint } }, run };
}

/** Returns its arguments. */
const mirror = toolOf('mirror', (input) =>
  Promise.resolve({ kind: 'result', content: [{ type: 'text', text: JSON.stringify(input) }], isError: false }),
);

function schemesOf(configuration: JsonObject, environment: Partial<SchemeEnvironment> = {}) {
  return openSchemes({
    configuration: readServerConfiguration('own', configuration),
    store: openMemoryStore(),
    findServer: () => undefined,
    ...environment,
  });
}

/** Connects a client to a server that has only its schemes. */
function connectTo(configuration: JsonObject, environment: Partial<SchemeEnvironment> = {}): Promise<McpClient> {
  const { components } = schemesOf(configuration, environment);
  const engine = createEngine({ info: { name: 'own', version: '1' }, source: sourceOf(components) });
  return connectInMemory(engine, { revision: '2026-07-28' });
}

const notThere = { code: -32602, message: expect.stringContaining('resource not found') as string };

describe('cid://', () => {
  async function contentOf(bytes: Uint8Array, environment: Partial<SchemeEnvironment> = {}) {
    const store = openMemoryStore();
    const cid = await store.put(bytes);
    const configuration = { resources: { it: { uri: `cid://${cid}` } } };
    return { cid, store, configuration, client: await connectTo(configuration, { store, ...environment }) };
  }

  test('reads content named in the configuration, with a detected media type', async () => {
    const { cid, client } = await contentOf(Buffer.from('{"a":1}'));

    const uri = `cid://${cid}`;
    expect(await client.readResource(uri)).toEqual([{ uri, mimeType: 'application/json', text: '{"a":1}' }]);
  });

  test('does not read other content of the store, nor the code of transforms', async () => {
    const store = openMemoryStore();
    const [other, code, named] = await Promise.all(['other', 'code', 'named'].map((it) => store.put(Buffer.from(it))));
    const client = await connectTo({ variables: { it: named! }, tools_transform_cid: code! }, { store });

    expect(await client.readResource(`cid://${named}`)).toMatchObject([{ text: 'named' }]);
    for (const cid of [other, code, 'bafkreinothing', '../../etc/passwd', '%2e%2e', `${named}x`]) {
      await expect(client.readResource(`cid://${cid}`)).rejects.toMatchObject(notThere);
    }
  });

  test('reports removed or changed content as not found', async () => {
    const { cid, store, client } = await contentOf(Buffer.from('a'));
    await store.remove(cid);
    const folder = mkdtempSync(join(tmpdir(), 'sigil-content-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const files = openFileStore(folder);
    await files.put(Buffer.from('a'));
    const changed = await contentOf(Buffer.from('a'), { store: files });
    const before = await changed.client.readResource(`cid://${cid}`);
    writeFileSync(join(folder, cid.slice(-2), cid), 'b');

    expect(before).toMatchObject([{ text: 'a' }]);
    await expect(client.readResource(`cid://${cid}`)).rejects.toMatchObject(notThere);
    await expect(changed.client.readResource(`cid://${cid}`)).rejects.toMatchObject(notThere);
  });

  test('rejects content over maxResourceBytes, naming the limit, and reads it in parts', async () => {
    const { cid, client } = await contentOf(Buffer.from('0123456789é'), { maxResourceBytes: 5 });

    await expect(client.readResource(`cid://${cid}`)).rejects.toMatchObject({
      message:
        'the content has 12 bytes, more than 5 (limit maxResourceBytes). ' +
        `Read it in parts, from cid://${cid}/1 to cid://${cid}/3`,
    });
    const parts = await Promise.all([1, 2, 3].map((part) => client.readResource(`cid://${cid}/${part}`)));
    expect(parts.flat().map(({ text }) => text)).toEqual(['01234', '56789', 'é']);
    for (const part of ['0', '4', '-1', 'x', '99999999999']) {
      await expect(client.readResource(`cid://${cid}/${part}`)).rejects.toMatchObject(notThere);
    }
  });

  test('reads results kept by the same server, but not those of another server', async () => {
    const kept = openKeptResults(openMemoryStore());
    const report = { mimeType: 'text/csv', tool: 'report', owner: '', isReadableBy: () => true };
    const link = await kept.of('own').keep({ ...report, text: 'a,b' });
    const others = await kept.of('other').keep({ ...report, text: 'c' });
    const client = await connectTo({}, { kept });

    expect(await client.readResource(link!.uri)).toEqual([{ uri: link!.uri, mimeType: 'text/csv', text: 'a,b' }]);
    await expect(client.readResource(others!.uri)).rejects.toMatchObject(notThere);
    await kept.close();
  });
});

describe('server://', () => {
  const tools = [
    mirror,
    toolOf('write', answers(), false),
    toolOf('structured', () => Promise.resolve({ ...structured({ a: [1] }) })),
    toolOf(
      'mixed',
      answers(
        { type: 'text', text: 'words' },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'x://inner', mimeType: 'text/csv', text: 'a,b' } },
        { type: 'resource_link', uri: 'https://example.com/elsewhere', name: 'elsewhere' },
      ),
    ),
    toolOf('nothing', answers()),
    toolOf('fails', () =>
      Promise.resolve({ kind: 'result', content: [{ type: 'text', text: 'no such city' }], isError: true }),
    ),
    toolOf('picky', () =>
      Promise.resolve({
        kind: 'bad-arguments',
        problems: [{ path: 'city', expected: 'a string', received: 'nothing' }],
      }),
    ),
  ];
  const source = sourceOf({
    tools,
    resources: [
      {
        definition: { uri: 'weather://now', name: 'now' },
        read: (uri) => Promise.resolve({ kind: 'result', contents: [{ uri, text: 'sunny' }] }),
      },
    ],
  });
  const findServer = () => source;
  const read = async (uri: string) =>
    (await connectTo({ include: [{ server: 'helper' }] }, { findServer })).readResource(uri);

  function structured(value: unknown): ToolResult {
    return { kind: 'result', content: [], structuredJson: JSON.stringify(value), isError: false };
  }

  test.each([
    ['server://own/mirror', '{}'],
    ['server://own/mirror?a=1&b=x%20y&c=', '{"a":"1","b":"x y","c":""}'],
    ['server://own/mirror?a=1&a=2', '{"a":["1","2"]}'],
    ['server://own/mirror?__proto__=1', '{"__proto__":"1"}'],
    ['server://helper/mirror?a=%2F..%2F', '{"a":"/../"}'],
  ])('%s calls a read-only tool', async (uri, text) => {
    expect(await read(uri)).toEqual([{ uri, mimeType: 'application/json', text }]);
  });

  test('a read obeys the tool’s own limits on concurrency and time', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const slow = toolOf('slow', async () => {
      await ended;
      return { kind: 'result', content: [{ type: 'text', text: 'done' }], isError: false };
    });
    const limited = [
      { ...slow, limits: { maxConcurrentCalls: 1 } },
      { ...toolOf('late', () => new Promise(() => undefined)), limits: { timeoutMs: 20 } },
    ];
    const client = await connectTo({}, { findServer: () => sourceOf({ tools: limited }) });

    const first = client.readResource('server://own/slow');
    await expect(client.readResource('server://own/slow')).rejects.toThrow('maxConcurrentCalls');
    await expect(client.readResource('server://own/late')).rejects.toThrow('longer than 20 ms (limit timeoutMs)');
    end();
    expect(await first).toMatchObject([{ text: 'done' }]);
    expect(await client.readResource('server://own/slow')).toMatchObject([{ text: 'done' }]);
  });

  test('a tool or resource that needs scopes needs them here too', async () => {
    const ran: string[] = [];
    const guarded = {
      tools: [
        { ...toolOf('orders', (_input) => (ran.push('tool'), Promise.resolve(nothing))), scopes: ['orders:read'] },
      ],
      resources: [
        {
          definition: { uri: 'orders://all', name: 'all' },
          scopes: ['orders:read'],
          read: () => (ran.push('resource'), Promise.resolve({ kind: 'result' as const, contents: [] })),
        },
      ],
    };
    const { components } = schemesOf({}, { findServer: () => sourceOf(guarded) });
    const reading = (name: string, scopes: readonly string[]) => {
      const principal = { id: 'ann', issuer: 'https://id.example', scopes, claims: {} };
      const template = components.resourceTemplates.find(({ definition }) => definition.name === 'server');
      return template?.read(`server://own/${name}`, {}, { principal } as unknown as Context);
    };

    for (const name of ['orders', 'all']) await expect(reading(name, [])).rejects.toThrow('the scope orders:read');
    expect(ran).toEqual([]);
    for (const name of ['orders', 'all']) await reading(name, ['orders:read']);
    expect(ran).toEqual(['tool', 'resource']);
  });

  test('a resource is read by its name, under the URI that was asked for', async () => {
    expect(await read('server://own/now')).toEqual([{ uri: 'server://own/now', text: 'sunny' }]);
  });

  test('each content block of a tool keeps its type, and a resource link becomes a list of URIs', async () => {
    const uri = 'server://own/mixed';

    expect(await read('server://own/structured')).toMatchObject([{ mimeType: 'application/json', text: '{"a":[1]}' }]);
    expect(await read('server://own/nothing')).toMatchObject([{ text: '' }]);
    expect(await read(uri)).toEqual([
      { uri, mimeType: 'text/plain', text: 'words' },
      { uri, mimeType: 'image/png', blob: 'AA==' },
      { uri, mimeType: 'text/csv', text: 'a,b' },
      { uri, mimeType: 'text/uri-list', text: 'https://example.com/elsewhere\r\n' },
    ]);
  });

  test.each([
    'server://other/mirror',
    'server://own/../other/mirror',
    'server://own%2F..%2Fother/mirror',
    'server://own/unknown',
    'server://own/now?a=1',
    'server://own/',
    'server://own',
    'server://own/%zz',
    'server://own/mirror#part',
    'server://__proto__/mirror',
  ])('%s is not found', async (uri) => {
    await expect(read(uri)).rejects.toMatchObject(notThere);
  });

  test('a tool that may write does not run', async () => {
    await expect(read('server://own/write')).rejects.toMatchObject({
      message: 'resource not found: the tool "write" does not say that it only reads',
    });
  });

  test('invalid arguments are reported as resource not found', async () => {
    await expect(read('server://own/picky')).rejects.toMatchObject({
      message: 'resource not found: "city" must be a string, got nothing',
    });
  });

  test('the error text of a failed tool becomes the error', async () => {
    await expect(read('server://own/fails')).rejects.toMatchObject({ message: 'no such city' });
  });

  test('a resource that leads back to itself is not found', async () => {
    const schemes = schemesOf({}, { findServer: () => looping });
    const looping: CatalogSource = composeSources(
      [
        {
          source: sourceOf({
            resources: [
              {
                definition: { uri: 'x://loop', name: 'loop' },
                read: (_uri, context) => schemes.read('server://own/loop', context),
              },
            ],
          }),
        },
        { source: sourceOf(schemes.components) },
      ],
      () => undefined,
    );
    const engine = createEngine({ info: { name: 'own', version: '1' }, source: looping });
    const client = await connectInMemory(engine, { revision: '2026-07-28' });

    await expect(client.readResource('server://own/loop')).rejects.toMatchObject({
      message: 'resource not found: it leads back to itself',
    });
    await expect(client.readResource('x://loop')).rejects.toMatchObject(notThere);
  });
});

describe('variable://', () => {
  const configuration = { variables: { city: 'Rome', limits: '{"max":3}', 'a b': 'spaced' } };

  test('reads a variable of the configuration', async () => {
    const client = await connectTo(configuration);

    expect(await client.readResource('variable://city')).toEqual([
      { uri: 'variable://city', mimeType: 'text/plain', text: 'Rome' },
    ]);
    expect(await client.readResource('variable://limits')).toMatchObject([{ mimeType: 'application/json' }]);
    expect(await client.readResource('variable://a%20b')).toMatchObject([{ text: 'spaced' }]);
  });

  test.each(['unknown', 'constructor', '__proto__', 'PATH', '%zz'])('%s is not found', async (name) => {
    const client = await connectTo(configuration);

    await expect(client.readResource(`variable://${name}`)).rejects.toMatchObject(notThere);
  });

  test('names are completed', async () => {
    const client = await connectTo(configuration);
    const argument = { name: 'name', value: 'c' };

    const { values } = await client.complete({ resourceTemplate: 'variable://{name}' }, argument);

    expect(values).toEqual(['city']);
  });
});

test('only schemes that have content offer their templates', async () => {
  const templates = async (configuration: JsonObject, environment: Partial<SchemeEnvironment> = {}) => {
    const listed = await (await connectTo(configuration, environment)).listResourceTemplates();
    return listed.map((it) => it['uriTemplate']);
  };

  expect(await templates({})).toEqual(['server://{server}/{+path}']);
  expect(await templates({ variables: { a: 'b' } }, { kept: openKeptResults(openMemoryStore()) })).toEqual([
    'cid://{cid}',
    'cid://{cid}/{part}',
    'server://{server}/{+path}',
    'variable://{name}',
  ]);
});
