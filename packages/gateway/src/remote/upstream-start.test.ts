/** An upstream that is away when its gateway opens. */
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import { listen } from '@sigil/test-support/upstream-servers';

const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'late', version: '1' },
    instructions: 'Better late.',
  },
  'tools/list': { tools: [{ name: 'greet', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'there' }] },
};

test('the gateway opens while its upstream is down, and serves it once it is up', async () => {
  const { url, server, close } = await listen((_request, response, body) => {
    if (body === '') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    const result = results[method];
    if (id === undefined || !result) return response.writeHead(id === undefined ? 202 : 400).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await close();
  const problems: string[] = [];
  const remote = openRemote(
    { url },
    { name: 'up', client: { name: 'sigil', version: '0' }, onProblem: (why) => problems.push(why) },
  );
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  const told = client.nextNotification('notifications/tools/list_changed');
  const [status, before] = [remote.status, await client.listTools()];
  const saidBefore = client.server['instructions'];

  server.listen(Number(new URL(url).port), '127.0.0.1');
  await told;
  const [listed, answer] = [await client.listTools(), await client.callTool('greet')];
  const later = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => later.close());

  expect(status).toMatchObject({ state: 'failed' });
  expect(problems).toEqual([expect.stringContaining('cannot be reached (ECONNREFUSED)')]);
  expect(before).toEqual([]);
  expect(listed.map(({ name }) => name)).toEqual(['greet']);
  expect(answer).toMatchObject({ isError: false, content: [{ text: 'there' }] });
  expect([saidBefore, later.server['instructions']]).toEqual([undefined, 'Better late.']);
  expect(remote.status).toMatchObject({ state: 'serving' });
});
