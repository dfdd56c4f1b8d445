/** Lists that are read again over an open connection: the notifications to clients, and the status. */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { openGateway, openScriptedWs } from './scripted-upstreams.test-support.js';
import { listen, openLegacyHttp } from '@sigil/test-support/upstream-servers';

async function open(configuration: JsonObject): Promise<RemoteServer> {
  const remote = openRemote(configuration, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  return remote;
}

/** An upstream of one tool, which says nothing when its list changes. */
async function openSlow(answerMs: number): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const results: Readonly<Record<string, JsonObject>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'slow', version: '1' },
    },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  };
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    asked.push(method);
    response.writeHead(200, { 'content-type': 'application/json' });
    return setTimeout(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] })), answerMs);
  });
  return { url, asked };
}

test('the latency is that of the last answer, even over an open connection', async () => {
  const { url, asked } = await openSlow(60);
  const remote = await open({ url, protocol: 'legacy', healthMs: 100 });
  const first = remote.status;

  await expect.poll(() => remote.status.listedAt, { timeout: 10_000 }).not.toBe(first.listedAt);

  expect(asked).toEqual(expect.arrayContaining(['initialize', 'tools/list', 'tools/list']));
  // The second session was for the lists of clients that can be asked.
  expect(asked.filter((method) => method === 'initialize')).toHaveLength(2);
  expect(remote.status.latencyMs).toBeGreaterThan(50);
});

test('lists that are due are read again without a ping, though the clock is behind the timer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, asked } = await openSlow(0);
  await open({ url, protocol: 'legacy', healthMs: 100 });
  const before = asked.length;

  await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(before);

  expect(asked[before]).toBe('tools/list');
});

test('a notification about a list that is the same is not passed on', async () => {
  const upstream = await openLegacyHttp();
  const remote = await open({ url: upstream.url, protocol: 'legacy' });
  const announced: string[][] = [];
  remote.source.onChange((changed) => announced.push([...changed]));
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('GET');
  const readings = (): number => upstream.requests.filter(({ method }) => method === 'tools/list').length;
  const [before, first] = [readings(), remote.status.listedAt];

  await upstream.announceList('tools');
  await expect.poll(readings).toBeGreaterThan(before);
  await expect.poll(() => remote.status.listedAt).not.toBe(first);

  expect(announced).toEqual([]);
});

test('with listNotices "all", every notification is passed on once the list can be read', async () => {
  const upstream = await openLegacyHttp();
  const remote = await open({ url: upstream.url, protocol: 'legacy', maxListItems: 100, listNotices: 'all' });
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  const told = client.nextNotification('notifications/tools/list_changed');
  const before = await client.listTools();
  await expect.poll(() => upstream.requests.map(({ method }) => method)).toContain('GET');

  upstream.state.tools = Array.from({ length: 100 }, (_, count) => ({
    name: `one_of_many_${count}`,
    inputSchema: { type: 'object' },
  }));
  await upstream.announceList('tools');
  await expect.poll(() => remote.status.state).toBe('degraded');
  const { length: toldBefore } = client.notifications;
  upstream.state.tools = [];
  await told;

  expect(toldBefore).toBe(0);
  expect(remote.status.state).toBe('serving');
  expect(await client.listTools()).toEqual(before);
});

test('new capabilities of a redeployed upstream take effect, even when its lists are the same', async () => {
  let session = 'first';
  let capabilities: JsonObject = { prompts: {} };
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    const known = request.headers['mcp-session-id'] ?? session;
    if (known !== session) return response.writeHead(404).end();
    if (id === undefined) return response.writeHead(202).end();
    const results: Readonly<Record<string, JsonObject>> = {
      initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'new', version: '1' } },
      'prompts/list': { prompts: [{ name: 'sum_up' }] },
      ping: {},
    };
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
  });
  const remote = await open({ url, protocol: 'legacy', healthMs: 100 });
  const completes = (): boolean => remote.source.current().findPrompt('sum_up')?.complete !== undefined;
  const before = completes();

  session = 'second';
  capabilities = { prompts: {}, completions: {} };

  await expect.poll(completes).toBe(true);
  expect(before).toBe(false);
});

test('the lists are read again as soon as a call has reached an upstream that was away', async () => {
  let [openings, isDown, isNew] = [0, false, false];
  let end = (): void => undefined;
  const url = await openScriptedWs(({ id, method }, say, socket) => {
    end = () => socket.terminate();
    if (method === 'initialize') openings += 1;
    if (isDown) return socket.terminate();
    const tools = [{ name: 'new', inputSchema: { type: 'object' } }];
    if (method === 'tools/list' && isNew) say({ jsonrpc: '2.0', id: id ?? null, result: { tools } });
    if (method === 'tools/call') say({ jsonrpc: '2.0', id: id ?? null, result: { content: [] } });
  });
  const { connect } = await openGateway({ url });
  const client = await connect();
  isDown = true;
  end();
  // The next attempt by itself would follow only after 3 seconds.
  await expect.poll(() => openings, { interval: 5 }).toBe(4);
  [isDown, isNew] = [false, true];

  await client.callTool('one', {});

  const names = async (): Promise<unknown[]> => (await client.listTools()).map(({ name }) => name);
  await expect.poll(names, { interval: 20, timeout: 2_700 }).toEqual(['new']);
  expect(openings).toBe(5);
});
