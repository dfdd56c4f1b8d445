/** Views of upstream servers, in both eras. */
import { viewMimeType } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import { viewsExtensionId } from '@sigil/core/catalog';
import type { McpClient } from '@sigil/testing';
import { describe, expect, test } from 'vitest';
import { openGateway } from './scripted-upstreams.test-support.js';
import { board, openViewsUpstream, toolWith, type ViewsState } from '@sigil/test-support/views-upstream';

const showing: JsonObject = { extensions: { [viewsExtensionId]: { mimeTypes: [viewMimeType] } } };
const page = { text: '<!doctype html><title>Board</title>', _meta: { ui: { prefersBorder: true } } };

function stateOf(given: Partial<ViewsState> = {}): ViewsState {
  return { tools: [toolWith('roll', { resourceUri: board })], listed: [], pages: { [board]: page }, ...given };
}

async function openUp(era: 'legacy' | 'modern', state: ViewsState = stateOf()) {
  const upstream = await openViewsUpstream(era, state);
  const gateway = await openGateway({ url: upstream.url, protocol: era });
  const connect = (capabilities: JsonObject = {}) => gateway.connect({ revision: '2026-07-28', capabilities });
  return { ...upstream, ...gateway, connect };
}

async function toolsOf(client: McpClient): Promise<Record<string, unknown>> {
  const { tools } = (await client.request('tools/list')) as { tools: readonly JsonObject[] };
  return Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta]));
}

describe.each(['legacy', 'modern'] as const)('an upstream of the %s era', (era) => {
  test('has a view that only a tool names, which every client can read as it is', async () => {
    const { connect } = await openUp(era);
    const client = await connect();

    expect(await toolsOf(client)).toEqual({ roll: { ui: { resourceUri: board } } });
    expect(await client.readResource(board)).toEqual([{ uri: board, mimeType: viewMimeType, ...page, extra: 1 }]);
  });

  test('has no page at ui:// that neither a list nor a tool of it names', async () => {
    const secret = 'ui://dice/admin';
    const state = stateOf({ pages: { [board]: page, [secret]: page, 'doc://linked': page } });
    const { connect, requests } = await openUp(era, state);
    const client = await connect(showing);

    await expect(client.readResource(secret)).rejects.toMatchObject({ data: { uri: secret } });
    await expect(client.readResource('UI://dice/admin')).rejects.toBeDefined();
    expect(await client.readResource('doc://linked')).toHaveLength(1);

    expect(requests.filter(({ method }) => method === 'resources/read').map(({ params }) => params['uri'])).toEqual([
      'doc://linked',
    ]);
  });

  test('is asked for its lists as by a client that shows views, and gets no less for that', async () => {
    const state = stateOf({
      tools: [toolWith('roll'), toolWith('plain')],
      toolsForViews: [toolWith('roll', { resourceUri: board }), toolWith('hold', { resourceUri: board })],
    });
    const { connect } = await openUp(era, state);

    const tools = await toolsOf(await connect(showing));

    expect(tools).toMatchObject({ roll: { ui: { resourceUri: board } }, hold: { ui: { resourceUri: board } } });
    if (era === 'legacy') expect(tools).toHaveProperty('plain');
  });

  test('hears of the extension in the calls of clients that declare it, and in no others', async () => {
    const state = stateOf({ tools: [toolWith('roll')], toolsForViews: [toolWith('roll', { resourceUri: board })] });
    const { connect, requests } = await openUp(era, state);
    const [shows, showsNot] = [await connect(showing), await connect()];
    requests.length = 0;

    await shows.callTool('roll');
    await showsNot.callTool('roll');

    expect(requests.filter(({ method }) => method === 'tools/call').map((it) => it.shows)).toEqual([true, false]);
  });

  test('hears nothing of the extension in calls if it has no view', async () => {
    const { connect, requests } = await openUp(era, stateOf({ tools: [toolWith('roll')] }));

    await (await connect(showing)).callTool('roll');

    expect(requests.filter(({ method }) => method === 'tools/call').map((it) => it.shows)).toEqual([false]);
  });
});
