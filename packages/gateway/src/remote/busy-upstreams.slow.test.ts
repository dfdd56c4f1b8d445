/** Health checks of an upstream while calls run there: a missing answer is reported, and ends no call. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision } from '@sigil/core/internal';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { listen } from '@sigil/test-support/upstream-servers';

const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: latestLegacyRevision.date,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'busy', version: '1' },
  },
  'tools/list': { tools: ['look', 'wait'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
  'tools/call': { content: [{ type: 'text', text: 'seen' }] },
};
const patient = { timeout: 10_000 };

/** Opens an upstream that answers nothing while it hangs, and then everything at once; the tool "wait" is never answered. */
async function openHanging() {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const upstream = { isHanging: false };
  const { url } = await listen((request, response: ServerResponse, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: JsonObject };
    asked.push(method);
    if (id === undefined) return response.writeHead(202).end();
    const answer = (): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    };
    if (params?.['name'] === 'wait') return undefined;
    return upstream.isHanging ? held.push(answer) : answer();
  });
  const goOn = (): void => {
    upstream.isHanging = false;
    for (const answer of held) answer();
  };
  return { url, asked, goOn, hang: () => void (upstream.isHanging = true) };
}

async function open(configuration: JsonObject): Promise<{ remote: RemoteServer; client: McpClient }> {
  const own = { name: 'up', client: { name: 'sigil', version: '0' } };
  const remote = openRemote({ protocol: 'legacy', connectTimeoutMs: 500, listTimeoutMs: 500, ...configuration }, own);
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => client.close());
  return { remote, client };
}

test('an upstream that hangs during a call becomes degraded, and the call goes on', async () => {
  const upstream = await openHanging();
  const { remote, client } = await open({ url: upstream.url, healthMs: 200 });

  upstream.hang();
  const call = client.callTool('look');
  await expect.poll(() => remote.status.state, patient).toBe('degraded');
  upstream.goOn();

  expect(await call).toMatchObject({ content: [{ text: 'seen' }] });
  await expect.poll(() => remote.status.state, patient).toBe('serving');
});

test('an upstream that answers calls is not pinged while another call waits', async () => {
  const upstream = await openHanging();
  const { client } = await open({ url: upstream.url, healthMs: 1_000 });
  client.callTool('wait').catch(() => undefined);

  const until = performance.now() + 2_500;
  while (performance.now() < until) {
    await client.callTool('look');
    await sleep(20);
  }

  expect(upstream.asked).toContain('tools/call');
  expect(upstream.asked).not.toContain('ping');
});

test('a program that stops reading during a call becomes degraded, and the call is answered', async () => {
  const program = `
    const results = ${JSON.stringify(results)};
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'tools/call') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000);
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    });`;
  const times = { healthMs: 200, connectTimeoutMs: 3_000, listTimeoutMs: 3_000 };
  const { remote, client } = await open({ command: process.execPath, args: ['-e', program], ...times });

  const call = client.callTool('look');
  await expect.poll(() => remote.status.state, patient).toBe('degraded');

  expect(await call).toMatchObject({ content: [{ text: 'seen' }] });
  await expect.poll(() => remote.status.state, patient).toBe('serving');
});
