/** Views that change after they were approved. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import type { RemoteServer } from '../remote-server.js';
import { board, openViewsUpstream, toolWith, type ViewsState } from '@sigil/test-support/views-upstream';
import { PinFile } from './pin-file.js';

const other = 'ui://dice/other';
const page = { text: '<p>board</p>', _meta: { ui: { csp: { connectDomains: ['https://a.example'] } } } };

function stateOf(given: Partial<ViewsState> = {}): ViewsState {
  return {
    tools: [toolWith('roll', { resourceUri: board }), toolWith('plain')],
    listed: [],
    pages: { [board]: page, [other]: { text: '<p>other</p>' } },
    ...given,
  };
}

/** Approves the upstream's state, changes it, and opens the upstream again. */
async function openChanged(pins: string, change: (state: ViewsState) => void, before = stateOf()) {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-pins-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const upstream = await openViewsUpstream('modern', before);
  const open = async () => {
    const problems: string[] = [];
    const options = { name: 'up', client: { name: 'sigil', version: '0' }, folder };
    const remote = openRemote({ url: upstream.url, pins }, { ...options, onProblem: (why) => problems.push(why) });
    onTestFinished(() => remote.close());
    await remote.ready;
    return { remote, problems };
  };
  const first = await open();
  await first.remote.close();
  change(upstream.state);
  const { remote, problems } = await open();
  const approve = async (): Promise<void> => {
    const file = new PinFile(join(folder, 'mcps.lock.json'));
    await file.change('up', (pin) => ({ approved: pin!.pending! }));
  };
  return { ...upstream, remote, problems, approve, reopen: open, client: await connectTo(remote) };
}

async function connectTo({ source }: RemoteServer): Promise<McpClient> {
  const client = await connectInMemory(createEngine({ info: { name: 'gate', version: '1' }, source }), {
    revision: '2026-07-28',
  });
  onTestFinished(() => client.close());
  return client;
}

async function linksOf(client: McpClient): Promise<Record<string, unknown>> {
  const tools = await client.listTools();
  return Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta]));
}

test('a view as it was approved is shown', async () => {
  const { client, problems } = await openChanged('block', () => undefined);

  expect(await linksOf(client)).toMatchObject({ roll: { ui: { resourceUri: board } } });
  expect(await client.readResource(board)).toMatchObject([{ text: page.text }]);
  expect(problems).toEqual([]);
});

test.each([
  ['its page', { ...page, text: '<p>trap</p>' }],
  ['the hosts that it may reach', { ...page, _meta: { ui: { csp: { connectDomains: ['https://evil.example'] } } } }],
])('a view that changed %s is neither linked nor readable until it is approved', async (_what, changed) => {
  const changedUp = await openChanged('block', (state) => (state.pages = { ...state.pages, [board]: changed }));
  const { client, problems, approve, reopen } = changedUp;

  expect(await linksOf(client)).toEqual({ roll: undefined, plain: undefined });
  await expect(client.readResource(board)).rejects.toMatchObject({ data: { uri: board } });
  expect(problems).toEqual([`not as approved in mcps.lock.json: view "${board}" changed`]);

  await approve();
  const again = await connectTo((await reopen()).remote);
  expect(await again.readResource(board)).toMatchObject([{ text: changed.text }]);
});

test('a listed view that changed is left out of the list', async () => {
  const before = stateOf({ listed: [{ uri: board, name: 'board' }] });
  const { remote } = await openChanged('block', (state) => (state.pages[board] = { text: 'trap' }), before);

  expect(remote.source.current().resources).toEqual([]);
});

test('a tool that links to another view, or is now for views alone, is withheld', async () => {
  const { client, problems } = await openChanged('block', (state) => {
    state.tools = [toolWith('roll', { resourceUri: other }), toolWith('plain', { visibility: ['app'] })];
  });

  expect(await linksOf(client)).toEqual({});
  expect(problems[0]).toContain('tool "plain" changed, tool "roll" changed');
  expect(problems[0]).toContain(`view "${other}" is new`);
});

test('a page that changes after it was read is not passed on, and is read again', async () => {
  const { client, state, requests, remote } = await openChanged('block', () => undefined);
  state.pages = { ...state.pages, [board]: { text: '<p>trap</p>' } };
  requests.length = 0;

  await expect(client.readResource(board)).rejects.toMatchObject({ data: { uri: board } });

  await expect.poll(() => remote.status.state).toBe('pinned');
  expect(await linksOf(client)).toEqual({ roll: undefined, plain: undefined });
});

test('"warn" reports a changed view, and shows it', async () => {
  const { client, problems } = await openChanged('warn', (state) => (state.pages[board] = { text: 'new' }));

  expect(await client.readResource(board)).toMatchObject([{ text: 'new' }]);
  expect(problems).toEqual([`not as approved in mcps.lock.json: view "${board}" changed`]);
});

test('pages are read for pins alone', async () => {
  const { requests } = await openChanged('off', () => undefined);

  expect(requests.filter(({ method }) => method === 'resources/read')).toEqual([]);
});
