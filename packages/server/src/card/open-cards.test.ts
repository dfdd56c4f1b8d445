import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCatalog, fixedSource, type CatalogSource } from '@sigil/core/catalog';
import { ReplaceableSource } from '@sigil/plugin-host';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../configuration/configuration.js';
import type { ServerCard } from '../configuration/server-card.js';
import type { ServingLog } from '../log/server-log.js';
import { publishedCardSchema } from './published-card.test-support.js';
import type { ShownServer } from '../mounts/mount.js';
import { openPluginServer } from '../running/open-plugin-server.js';
import { openServer } from '../running/open-server.js';
import { writeCard } from './write-card.js';

const silent: ServingLog = { faultsOf: () => () => undefined, failure: () => undefined };

function sourceOf(...names: readonly string[]): CatalogSource {
  const tools = names.map((name) => ({
    definition: { name, description: 'Says it again.', inputSchema: { type: 'object' } },
    run: async () => ({ kind: 'result', content: [], isError: false }) as const,
  }));
  return fixedSource(buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] }));
}

async function open(
  card: ServerCard | undefined,
  source: CatalogSource = sourceOf('echo'),
  description = 'Repeats.',
): Promise<string> {
  const offered = { name: 'parrot', version: '1.0.0', description, source };
  const settings = card === undefined ? {} : { card };
  const server = await openPluginServer(offered, settings, { log: silent, closeGraceMs: 1 });
  onTestFinished(() => server.close());
  return server.url!;
}

test('a card describes the server and its address, and is served next to both endpoint paths', async () => {
  const url = await open('basic');

  const answer = await fetch(`${url}/mcp/parrot/server-card`);
  const short = await fetch(`${url}/mcp/server-card`);

  const card: unknown = await answer.json();
  expect(answer.headers.get('content-type')).toBe('application/mcp-server-card+json');
  expect(card).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: 'localhost/parrot',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
    description: 'Repeats.',
    remotes: [
      {
        type: 'streamable-http',
        url: `${url}/mcp/parrot`,
        supportedProtocolVersions: expect.arrayContaining(['2024-11-05']) as unknown,
      },
    ],
  });
  expect(await short.json()).toEqual(card);
});

test.each(['p%61rrot', '%70%61%72%72%6f%74'])(
  'the name %s in an address is read as the endpoint reads it',
  async (name) => {
    const url = await open('basic');

    const [card, page] = [await fetch(`${url}/mcp/${name}/server-card`), await fetch(`${url}/mcp/meta/${name}.json`)];

    expect([card.status, page.status]).toEqual([200, 200]);
    expect(await card.text()).toBe(await (await fetch(`${url}/mcp/parrot/server-card`)).text());
  },
);

test.each(['other', '%', '%zz', 'parrot%2F', '%00'])('there is no card for %j', async (name) => {
  const url = await open('basic');

  expect((await fetch(`${url}/mcp/${name}/server-card`)).status).toBe(404);
});

test.each([undefined, 'off'] as const)('no card is served when the setting is %s', async (card) => {
  const url = await open(card);

  expect((await fetch(`${url}/mcp/parrot/server-card`)).status).toBe(404);
});

test('an unchanged card answers 304, and the card of another build is sent in full', async () => {
  const source = new ReplaceableSource();
  source.replaceWith(sourceOf('echo'));
  const url = `${await open('full', source)}/mcp/parrot/server-card`;

  const first = await fetch(url);
  const tag = first.headers.get('etag')!;
  const same = await fetch(url, { headers: { 'if-none-match': tag } });
  source.replaceWith(sourceOf('echo', 'shout'));
  const other = await fetch(url, { headers: { 'if-none-match': tag } });

  expect(tag).toMatch(/^"[\w-]{43}"$/);
  expect(first.headers.get('cache-control')).toBe('public, max-age=300');
  expect([same.status, await same.text(), other.status]).toEqual([304, '', 200]);
  const { _meta } = (await other.json()) as { _meta: Record<string, { tools: unknown }> };
  expect(_meta['dev.sigil/components']!.tools).toEqual([
    { name: 'echo', description: 'Says it again.' },
    { name: 'shout', description: 'Says it again.' },
  ]);
});

test.each([
  ['*', 304],
  ['W/TAG', 304],
  ['"a",W/"b" , TAG', 304],
  ['TAG,', 304],
  ['"a", "b"', 200],
  ['TAGx', 200],
  ['', 200],
  [`"${'x'.repeat(4_000)}"`, 200],
] as const)('a reader with If-None-Match: %s gets %i, by GET and by HEAD', async (written, status) => {
  const url = `${await open('basic')}/mcp/parrot/server-card`;
  const first = await fetch(url);
  const tag = first.headers.get('etag')!;
  const headers = { 'if-none-match': written.replace('TAG', tag) };

  const [read, head] = [await fetch(url, { headers }), await fetch(url, { headers, method: 'HEAD' })];

  expect([read.status, head.status]).toEqual([status, status]);
  expect([read.headers.get('etag'), head.headers.get('etag')]).toEqual([tag, tag]);
  expect([await head.text(), head.headers.get('content-length')]).toEqual(['', read.headers.get('content-length')]);
  expect(await read.text()).toBe(status === 304 ? '' : await first.text());
});

test('a card has neither views nor tools that are for them alone', async () => {
  const run = async () => ({ kind: 'result', content: [], isError: false }) as const;
  const tool = (name: string, visibility: string[]) => ({
    definition: { name, inputSchema: { type: 'object' }, _meta: { ui: { visibility } } },
    run,
  });
  const read = async () => ({ kind: 'result', contents: [] }) as const;
  const resources = ['doc://a', 'ui://a'].map((uri) => ({ definition: { uri, name: uri }, read }));
  const tools = [tool('roll', ['model', 'app']), tool('hold', ['app'])];
  const source = fixedSource(buildCatalog({ tools, resources, resourceTemplates: [], prompts: [] }));

  const card = (await (await fetch(`${await open('full', source)}/mcp/parrot/server-card`)).json()) as {
    readonly _meta: Record<string, unknown>;
  };

  expect(card._meta['dev.sigil/components']).toMatchObject({
    tools: [{ name: 'roll' }],
    resources: [{ uri: 'doc://a' }],
  });
});

test('a card allows reads from every origin and rejects POST', async () => {
  const url = `${await open('basic')}/mcp/parrot/server-card`;

  const read = await fetch(url, { headers: { origin: 'https://directory.example' } });
  const asked = await fetch(url, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } });
  const posted = await fetch(url, { method: 'POST' });

  expect(read.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-headers')).toContain('If-None-Match');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('a request for another host name is refused', async () => {
  const url = `${await open('basic')}/mcp/parrot/server-card`;

  const [answer] = (await once(get(url, { headers: { host: 'evil.example' } }), 'response')) as [IncomingMessage];
  answer.resume();

  expect(answer.statusCode).toBe(403);
});

const isCard = new Ajv2020({ strict: false, validateFormats: false }).compile(publishedCardSchema);

test.each([
  ['of a server without a description', 'basic', ''],
  ['with components', 'full', 'Repeats.'],
  ['of a server with a long description', 'basic', '𝒶'.repeat(300)],
] as const)('a card %s is valid by the published schema', async (_what, kind, description) => {
  const url = await open(kind, sourceOf('echo'), description);

  const card: unknown = await (await fetch(`${url}/mcp/parrot/server-card`)).json();

  expect(isCard(card) ? [] : isCard.errors).toEqual([]);
});

test('the catalog of the host lists each server with the address of its card', async () => {
  const url = await open('basic');

  const answer = await fetch(`${url}/.well-known/ai-catalog.json`);
  const catalog = (await answer.json()) as { entries: { url: string; type: string }[] };
  const card = await fetch(catalog.entries[0]!.url);

  expect(answer.headers.get('content-type')).toBe('application/ai-catalog+json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(catalog).toEqual({
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:127.0.0.1:mcp:parrot',
        displayName: 'parrot',
        type: 'application/mcp-server-card+json',
        url: `${url}/mcp/parrot/server-card`,
      },
    ],
  });
  expect(card.headers.get('content-type')).toBe(catalog.entries[0]!.type);
});

test('cards and the catalog have the public URL of the server, if one is configured', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-cards-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const environment = { MCP_CARD: 'basic', MCP_PUBLIC_URL: 'https://example.com/tools/' };
  const configuration = readConfiguration({ plugins: folder, port: '0' }, environment, folder);
  const server = await openServer(configuration, { write: () => undefined });
  onTestFinished(() => server.close());

  const card: unknown = await (await fetch(`${server.url}/mcp/all/server-card`)).json();
  const catalog: unknown = await (await fetch(`${server.url}/.well-known/ai-catalog.json`)).json();

  expect(card).toMatchObject({
    name: 'com.example/all',
    remotes: [{ url: 'https://example.com/tools/mcp/all' }],
  });
  expect(catalog).toMatchObject({
    entries: [
      {
        identifier: 'urn:air:example.com:mcp:all',
        url: 'https://example.com/tools/mcp/all/server-card',
      },
    ],
  });
});

test.each(['https', 'HTTPS', 'https, http', ' https ,http'])(
  'the address behind proxies that send X-Forwarded-Proto: %s begins with https',
  async (proto) => {
    const url = await open('basic');

    const card = await fetch(`${url}/mcp/parrot/server-card`, { headers: { 'x-forwarded-proto': proto } });

    expect(await card.json()).toMatchObject({ remotes: [{ url: `${url.replace('http:', 'https:')}/mcp/parrot` }] });
  },
);

test('there is no catalog without cards', async () => {
  expect((await fetch(`${await open('off')}/.well-known/ai-catalog.json`)).status).toBe(404);
});

test('a description of a hundred characters is whole, however they are encoded', async () => {
  const read = async (description: string) =>
    (
      (await (await fetch(`${await open('basic', sourceOf('echo'), description)}/mcp/parrot/server-card`)).json()) as {
        description: string;
      }
    ).description;

  expect(await read('𝒶'.repeat(100))).toBe('𝒶'.repeat(100));
  expect(await read('𝒶'.repeat(101))).toBe(`${'𝒶'.repeat(99)}…`);
});

test.each([
  ['https://mcp_server.my_corp.example', 'example.my-corp.mcp-server/parrot'],
  ['https://mcp.example.com', 'com.example.mcp/parrot'],
  ['http://[::1]:3000', 'localhost/parrot'],
])('the name of a card at %s is %s', (origin, name) => {
  const server = { name: 'parrot', path: '/mcp/parrot', description: '', plugins: new Map(), source: sourceOf('echo') };

  const card = writeCard(server as unknown as ShownServer, origin, 'basic'); // the members that a card has

  expect(card).toMatchObject({ name });
  expect(isCard(card) ? [] : isCard.errors).toEqual([]);
});
