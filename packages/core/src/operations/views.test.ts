import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bindViews } from '../catalog/bind-views.js';
import { catalogOf, resourceOf, templateOf, text, toolOf } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import { engineOf, initializeOf, modern, requestIn, resultIn, talkTo } from '../engine/engine.test-support.js';
import type { ManifestView, ManifestViews } from '../manifest/manifest.js';
import type { JsonObject } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import { metaKeys } from '../revisions/meta-keys.js';
import type { Revision } from '../revisions/revision.js';

const board = '<!doctype html><title>Würfel</title>';
const chart = '\uFEFF<!doctype html><title>Chart</title>';
const ui = { csp: { connectDomains: ['https://api.example.com'] }, permissions: { clipboardWrite: {} } };
const mimeType = 'text/html;profile=mcp-app';

function entryOf(uri: string, page: string, more: Partial<ManifestView> = {}): ManifestView {
  const digest = `sha256:${createHash('sha256').update(page).digest('hex')}`;
  return { uri, name: uri.slice(uri.lastIndexOf('/') + 1), size: Buffer.byteLength(page), digest, ...more };
}

const views: ManifestViews = {
  ...{ file: 'views.bin', cid: 'bafk' },
  entries: [entryOf('ui://dice/board', board, { title: 'Board', meta: { ui } }), entryOf('ui://dice/chart', chart)],
};
const pages = Buffer.from(board + chart);

const forViews = toolOf('hold', async () => text('held'), { _meta: { ui: { visibility: ['app'] } } });
const forModels = toolOf('plan', async () => text('planned'), { _meta: { ui: { visibility: ['model'] } } });
const forBoth = toolOf('roll', async () => text('rolled'), { _meta: { ui: { resourceUri: 'ui://dice/board' } } });

const catalog = catalogOf({
  tools: [forViews, forModels, forBoth],
  resources: [resourceOf('dice://rules'), ...bindViews(views, pages)],
});

type Extensions = Readonly<Record<string, JsonObject>>;
const withViews: Extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/plain', mimeType] } };
/** Clients that declare no view type, one of another type, or none at all. */
const withoutViews: readonly [string, Extensions][] = [
  ['no extension', {}],
  ['no media type', { 'io.modelcontextprotocol/ui': {} }],
  ['another media type', { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } }],
  ['a media type in another form', { 'io.modelcontextprotocol/ui': { mimeTypes: mimeType } }],
];

async function ask(
  revision: Revision,
  extensions: Extensions,
  request: [string, JsonObject?],
  offered: Catalog = catalog,
): Promise<JsonObject | undefined> {
  const talk = talkTo(engineOf(offered));
  if (revision.era === 'legacy') {
    await talk.send(initializeOf(revision.date, 'init', { extensions }));
    await talk.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return talk.request(requestIn(revision, 1, request));
  }
  const [method, params = {}] = request;
  const _meta = { [metaKeys.clientCapabilities]: { extensions } };
  return talk.request(requestIn(revision, 1, [method, { ...params, _meta }]));
}

async function listOf(
  revision: Revision,
  extensions: Extensions,
  member: 'tools' | 'resources',
  offered?: Catalog,
): Promise<readonly JsonObject[]> {
  return resultIn(await ask(revision, extensions, [`${member}/list`], offered))[member] as readonly JsonObject[];
}

const namesIn = async (...parameters: Parameters<typeof listOf>): Promise<unknown[]> =>
  (await listOf(...parameters)).map(({ name }) => name);

describe.each(revisions)('$date', (revision) => {
  const hasMeta = revision.fields.tool.includes('_meta');

  test.each([...withoutViews, ['views', withViews] as const])(
    'a client with %s reads a view with its metadata',
    async (_case, extensions) => {
      const read = async (uri: string) => resultIn(await ask(revision, extensions, ['resources/read', { uri }]));

      expect(await read('ui://dice/board')).toMatchObject({
        contents: [{ uri: 'ui://dice/board', mimeType, text: board, ...(hasMeta && { _meta: { ui } }) }],
      });
      expect((await read('ui://dice/chart'))['contents']).toEqual([{ uri: 'ui://dice/chart', mimeType, text: chart }]);
    },
  );

  test('a client with views lists them after the other resources', async () => {
    expect(await namesIn(revision, withViews, 'resources')).toEqual(['dice://rules', 'board', 'chart']);
    const [, listed] = await listOf(revision, withViews, 'resources');
    expect(listed).toMatchObject({ uri: 'ui://dice/board', mimeType });
  });

  test.each(withoutViews)('a client with %s lists no views', async (_case, extensions) => {
    expect(await namesIn(revision, extensions, 'resources')).toEqual(['dice://rules']);
  });

  test('views among the instances of a template are listed as other views are', async () => {
    const list = async () => [
      { uri: 'ui://dice/six', name: 'six' },
      { uri: 'dice://six', name: 'plain' },
    ];
    const offered = catalogOf({
      resources: bindViews(views, pages),
      resourceTemplates: [{ ...templateOf('{+any}'), list }],
    });

    expect(await namesIn(revision, withViews, 'resources', offered)).toEqual(['board', 'chart', 'six', 'plain']);
    expect(await namesIn(revision, {}, 'resources', offered)).toEqual(['plain']);
  });

  test('a client with views has the tools that are for views only', async () => {
    expect(await namesIn(revision, withViews, 'tools')).toEqual(['hold', 'plan', 'roll']);
    const result = resultIn(await ask(revision, withViews, ['tools/call', { name: 'hold' }]));
    expect(result['content']).toEqual([{ type: 'text', text: 'held' }]);
  });

  test.each(withoutViews)(
    'a client with %s has no tools that are for views only, and no hint of them',
    async (_case, extensions) => {
      expect(await namesIn(revision, extensions, 'tools')).toEqual(['plan', 'roll']);
      const answer = await ask(revision, extensions, ['tools/call', { name: 'hold' }]);
      const other = await ask(revision, extensions, ['tools/call', { name: 'bold' }]);
      expect(answer?.['error']).toMatchObject({ message: 'no tool named "hold". Did you mean "roll"?' });
      expect(other?.['error']).toMatchObject({ message: 'no tool named "bold". Did you mean "roll"?' });
    },
  );

  test('a former name of a tool that is for views only is unknown to clients without views', async () => {
    const formerTools = [{ name: 'keep', tool: forViews, explain: () => 'it is called "hold" now' }];
    const offered = catalogOf({ tools: [forViews], formerTools });
    const call = async (extensions: Extensions) => ask(revision, extensions, ['tools/call', { name: 'keep' }], offered);

    expect(resultIn(await call(withViews))['content']).toEqual([{ type: 'text', text: 'held' }]);
    expect((await call({}))?.['error']).toMatchObject({ message: 'no tool named "keep"' });
  });

  test('every client sees which view shows the result of a tool, if the revision can say it', async () => {
    const shown = hasMeta ? { _meta: { ui: { resourceUri: 'ui://dice/board' } } } : {};

    for (const extensions of [withViews, {}]) {
      const tools = await listOf(revision, extensions, 'tools');
      expect(tools.at(-1)).toEqual({ name: 'roll', inputSchema: { type: 'object' }, ...shown });
    }
  });

  test.each<[string, Catalog, JsonObject | undefined]>([
    ['with views', catalog, {}],
    ['without views', catalogOf({ tools: [forBoth] }), undefined],
  ])('a server %s declares the extension only if it has any', async (_case, offered, declared) => {
    const request =
      revision.era === 'legacy' ? initializeOf(revision.date) : requestIn(revision, 'init', ['server/discover']);

    const { capabilities } = resultIn(await talkTo(engineOf(offered)).request(request));

    const { extensions = {} } = capabilities as { readonly extensions?: JsonObject };
    expect(extensions['io.modelcontextprotocol/ui']).toEqual(declared);
  });
});

describe('lists in shared caches', () => {
  const scopeOf = async (method: string, offered: Catalog): Promise<unknown> =>
    resultIn(await ask(modern, withViews, [method], offered))['cacheScope'];

  test('are those of catalogs that all clients see whole', async () => {
    const plain = catalogOf({ tools: [forBoth, forModels], resources: [resourceOf('dice://rules')] });

    expect(await scopeOf('tools/list', plain)).toBe('public');
    expect(await scopeOf('resources/list', plain)).toBe('public');
  });

  test('are not those that differ between clients with and without views', async () => {
    for (const extensions of [withViews, {}]) {
      const tools = resultIn(await ask(modern, extensions, ['tools/list']));
      const resources = resultIn(await ask(modern, extensions, ['resources/list']));
      expect([tools['cacheScope'], resources['cacheScope']]).toEqual(['private', 'private']);
    }
  });
});

test('pages that are longer or shorter than the manifest says are refused', () => {
  expect(() => bindViews(views, Buffer.concat([pages, Buffer.from('x')]))).toThrow('have 76 bytes, not 75');
});
