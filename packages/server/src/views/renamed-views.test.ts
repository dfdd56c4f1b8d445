/** Views of remote servers on servers that give their tools other names. */
import { viewMimeType } from '@sigil/core/building';
import type { Context, JsonObject } from '@sigil/core';
import {
  buildCatalog,
  fixedSource,
  viewLinksIn,
  type PublishedResource,
  type PublishedTool,
} from '@sigil/core/catalog';
import { connect, type Client } from '@sigil/client';
import { composeSources } from '@sigil/plugin-host';
import { board, openViewsUpstream, toolWith, type ViewsState } from '@sigil/test-support/views-upstream';
import { expect, onTestFinished, test } from 'vitest';
import { addAccessRules } from '../authentication/access-rules.js';
import { serve } from '../remotes/serving.test-support.js';
import { withRenamedViews } from './renamed-views.js';

const html = '<!doctype html><html><head><title>Board</title></head></html>';

function stateOf(given: Partial<ViewsState> = {}): ViewsState {
  const tools = [
    toolWith('roll', { resourceUri: board }),
    toolWith('hold', { resourceUri: board, visibility: ['app'] }),
  ];
  return { tools, listed: [], pages: { [board]: { text: html } }, ...given };
}

const run = (): never => {
  throw new Error('not run here');
};

const capabilities = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

async function open(url: string): Promise<Client> {
  const client = await connect(url, { name: 'host', version: '1', capabilities });
  onTestFinished(() => client.close());
  return client;
}

/** Serves upstreams by name, and servers that are made of them. */
async function serveAll(states: Record<string, ViewsState>, servers: Record<string, JsonObject>) {
  const remotes: Record<string, JsonObject> = {};
  for (const [name, state] of Object.entries(states)) {
    const { url } = await openViewsUpstream('modern', state);
    remotes[name] = { ...servers[name], remote: { url } };
  }
  const { url } = await serve({}, { ...servers, ...remotes });
  return (name: string): Promise<Client> => open(`${url}/mcp/${name}`);
}

async function pageAt(client: Client, uri: string): Promise<string> {
  const [contents] = await client.readResource(uri);
  return contents && 'text' in contents ? contents.text : '';
}

/** Reads the names that the script of a page translates; empty for the page as it is. */
function namesIn(page: string): Record<string, string> {
  if (page === html) return {};
  expect(page.replace(/<script>[^]*<\/script>/, '')).toBe(html);
  const [, data = ''] = /\)\((\[.*\])\)<\/script>/.exec(page) ?? [];
  return Object.fromEntries((JSON.parse(`[${data}]`) as [string, string][][]).flat());
}

async function linkOf(client: Client, tool: string): Promise<unknown> {
  const { tools } = (await client.request('tools/list')) as { readonly tools: readonly JsonObject[] };
  const found = tools.find(({ name }) => name === tool);
  const [link] = viewLinksIn(found?.['_meta'] as JsonObject | undefined);
  return link;
}

test('a view without other names is served byte for byte', async () => {
  const connectTo = await serveAll({ dice: stateOf() }, {});

  expect(await pageAt(await connectTo('dice'), board)).toBe(html);
});

test('a page calls the tools of its own server by the names of a combined one', async () => {
  const connectTo = await serveAll(
    { a: stateOf(), b: stateOf() },
    {
      both: {
        include: [
          { server: 'a', namespace: 'a' },
          { server: 'b', namespace: 'b' },
        ],
      },
    },
  );
  for (const name of ['both', 'all']) {
    const client = await connectTo(name);
    const [first, second] = [await linkOf(client, 'a_roll'), await linkOf(client, 'b_roll')];

    expect([first, second]).toEqual([board, 'ui://b/dice/board']);
    expect(namesIn(await pageAt(client, String(first)))).toEqual({ roll: 'a_roll', hold: 'a_hold' });
    expect(namesIn(await pageAt(client, String(second)))).toEqual({
      roll: 'b_roll',
      hold: 'b_hold',
      [board]: 'ui://b/dice/board',
    });
  }
});

test('a page calls a tool by the name that an entry gives it', async () => {
  const entries = { tools: { throw: { runs: 'roll' } }, auto_discover: false };
  const connectTo = await serveAll({ dice: stateOf() }, { dice: entries });
  const client = await connectTo('dice');

  expect(await linkOf(client, 'throw')).toBe(board);
  expect(namesIn(await pageAt(client, board))).toEqual({ roll: 'throw' });
});

test('a page does not call a tool of another server that took the name of its own', async () => {
  const other = { tools: [toolWith('hold')], listed: [], pages: {} };
  const include = [{ server: 'dice' }, { server: 'other', namespace: 'other' }];
  const entries = { tools: { hold: { runs: 'other_hold' } }, auto_discover: false };
  const connectTo = await serveAll({ dice: stateOf(), other }, { own: { ...entries, include } });
  const client = await connectTo('own');

  expect(namesIn(await pageAt(client, board))).toEqual({ hold: 'hold-unavailable' });
});

test('the page of a tool with an entry needs no entry of its own', async () => {
  const rules = { rules: { uri: 'doc://rules' } };
  const connectTo = await serveAll(
    {
      dice: stateOf({
        listed: [
          { uri: 'doc://rules', name: 'rules' },
          { uri: 'ui://dice/other', name: 'other' },
        ],
      }),
    },
    { dice: { tools: { roll: {} }, resources: rules } },
  );
  const client = await connectTo('dice');

  expect(await linkOf(client, 'roll')).toBe(board);
  expect(await pageAt(client, board)).toBe(html);
  await expect(client.readResource('ui://dice/other')).rejects.toBeDefined();
});

test('a page has no names of tools that are hidden from its reader', async () => {
  const own = (name: string): PublishedTool => ({ definition: { name, inputSchema: { type: 'object' } }, run });
  const page: PublishedResource = {
    definition: { uri: board, name: 'board', mimeType: viewMimeType, size: html.length },
    read: async (uri) => ({ kind: 'result', contents: [{ uri, mimeType: viewMimeType, text: html }] }),
  };
  const nothing = { resourceTemplates: [], prompts: [] };
  const dice = fixedSource(buildCatalog({ ...nothing, tools: [own('roll'), own('hold')], resources: [page] }));
  const combined = composeSources([{ source: dice, namespace: 'a', server: 'a' }], () => undefined);
  const access = { kind: 'tools', pattern: 'a_hold', scopes: ['admin'], claims: new Map() } as const;
  const guarded = addAccessRules(combined, { access: [access], visibility: 'allowed' });
  const catalog = withRenamedViews(guarded).current();

  const readAs = async (...scopes: string[]): Promise<string> => {
    const context = { principal: { id: 'ann', issuer: 'here', scopes, claims: {} } } as unknown as Context;
    const outcome = await catalog.findResource(board)?.read(context);
    const [contents] = outcome?.kind === 'result' ? outcome.contents : [];
    return contents && 'text' in contents ? contents.text : '';
  };

  expect(namesIn(await readAs())).toEqual({ roll: 'a.roll' });
  expect(namesIn(await readAs('admin'))).toEqual({ roll: 'a.roll', hold: 'a.hold' });
  expect(catalog.resources[0]?.definition).not.toHaveProperty('size');
});
