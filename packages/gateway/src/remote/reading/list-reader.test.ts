/** Upstreams over HTTP that list some tools only for clients that can be asked. */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, textOf } from '../scripted-upstreams.test-support.js';
import { listen, openLegacyHttp } from '@sigil/test-support/upstream-servers';

const toolsFor = (capabilities: JsonObject): readonly string[] => [
  'look',
  ...(isJsonObject(capabilities['elicitation']) ? ['ask'] : []),
];

/** @param allowed the number of sessions that the upstream opens */
async function openGated(allowed = 100): Promise<{ url: string; ended: string[] }> {
  const sessions: JsonObject[] = [];
  const ended: string[] = [];
  const { url } = await listen((request, response, body) => {
    const session = request.headers['mcp-session-id'];
    if (request.method === 'DELETE') ended.push(String(session));
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method = '', params } = readReceived(body);
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'initialize' && sessions.push(params['capabilities'] as JsonObject) > allowed)
      return response.writeHead(400).end();
    const offered = toolsFor(sessions[Number(session)] ?? {});
    const results: Readonly<Record<string, JsonObject>> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'gated', version: '1' },
      },
      'tools/list': { tools: offered.map((name) => ({ name, inputSchema: { type: 'object' } })) },
    };
    const headers = { 'content-type': 'application/json', 'mcp-session-id': session ?? `${sessions.length - 1}` };
    const isKnown = method !== 'tools/call' || offered.includes(String(params['name']));
    const result = results[method] ?? (isKnown ? resultOf(id)['result'] : undefined);
    const answer = result ? { result } : { error: { code: -32_602, message: 'unknown tool' } };
    return response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  return { url, ended };
}

test('a tool for clients that can be asked is listed, and works for them', async () => {
  const { url, ended } = await openGated();
  const { connect } = await openGateway({ url });
  const asked = await connect({ answers: { elicit: () => ({ action: 'decline' }) } });
  const other = await connect();

  expect((await other.listTools()).map(({ name }) => name)).toEqual(['look', 'ask']);
  expect(textOf(await asked.callTool('ask'))).toBe('done');
  await expect(other.callTool('ask')).rejects.toThrow('unknown tool');
  await expect.poll(() => ended).toEqual(['1']);
});

test('an upstream that allows one session serves its tools', async () => {
  const { url } = await openGated(1);
  const { remote, connect } = await openGateway({ url });

  expect((await (await connect()).listTools()).map(({ name }) => name)).toEqual(['look']);
  expect(remote.status.state).toBe('serving');
});

test('what the second session listed stays while it cannot be opened again', async () => {
  // One for the lists, and one for those of clients that can be asked.
  const { url } = await openGated(2);
  const { remote, connect } = await openGateway({ url, healthMs: 100 });
  const { listedAt } = remote.status;
  const client = await connect();

  await expect.poll(() => remote.status.listedAt).not.toBe(listedAt);

  expect((await client.listTools()).map(({ name }) => name)).toEqual(['look', 'ask']);
});

test('an upstream that lists everything to every client is read in a second session only once', async () => {
  const upstream = await openLegacyHttp();
  const { remote } = await openGateway({ url: upstream.url });
  const { listedAt } = remote.status;
  const opened = (): number => upstream.requests.filter(({ method }) => method === 'initialize').length;
  const before = opened();

  await upstream.announceList('tools');
  await expect.poll(() => remote.status.listedAt).not.toBe(listedAt);

  expect([before, opened()]).toEqual([2, 2]);
});
